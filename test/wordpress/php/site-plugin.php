<?php
/**
 * Plugin Name: Llave y Tejo
 * Description: What a small company's site has on top of WordPress: shortcodes, a custom type inside the REST API and one
 *   outside it, an embedded video; and faults on demand. No traffic goes out.
 */

// Mail goes nowhere, and the mailer's library need not be there.
if ( ! function_exists( 'wp_mail' ) ) {
	function wp_mail() {
		return true;
	}
}

add_shortcode( 'telefono', fn() => '<a class="tel" href="tel:+34900000123">900 000 123</a>' );

add_shortcode( 'presupuesto', function ( $attributes ) {
	$given = shortcode_atts( [ 'servicio' => 'general', 'ciudad' => '' ], $attributes );
	return '<form class="presupuesto" method="post" action="/contacto/"><label>Nombre <input name="nombre"></label>'
		. '<input type="hidden" name="servicio" value="' . esc_attr( $given['servicio'] ) . '">'
		. '<button>Pedir presupuesto de ' . esc_html( $given['servicio'] ) . '</button></form>';
} );

add_shortcode( 'opiniones', function ( $attributes ) {
	$who = $attributes['ciudad'] ?? 'clienta';
	return '<div class="opiniones"><p>«Rápidos y limpios» — <em>Carmen, ' . esc_html( $who ) . '</em></p></div>';
} );

add_action( 'init', function () {
	register_post_type( 'proyecto', [
		'label'        => 'Proyectos',
		'public'       => true,
		'show_in_rest' => true,
		'rest_base'    => 'proyectos',
		'has_archive'  => true,
		'supports'     => [ 'title', 'editor', 'excerpt', 'thumbnail', 'custom-fields' ],
	] );
	register_post_type( 'ficha_interna', [ 'label' => 'Fichas internas', 'public' => false, 'show_in_rest' => false ] );
	register_post_meta( 'page', 'kit_zona', [ 'show_in_rest' => true, 'single' => true, 'type' => 'string' ] );
} );

// Answers for the one provider of embeds that the content uses, as there is no network.
add_filter( 'pre_oembed_result', function ( $result, $url ) {
	if ( ! preg_match( '~youtube\.com/watch\?v=([\w-]+)~', $url, $match ) ) {
		return false;
	}
	return '<iframe title="Vídeo" width="500" height="281" src="https://www.youtube.com/embed/' . $match[1]
		. '?feature=oembed" frameborder="0" allowfullscreen></iframe>';
}, 10, 2 );

// WordPress itself always dates a change to now; the seed wants pages that were changed long ago.
add_filter( 'wp_insert_post_data', function ( $data, $given ) {
	if ( ! empty( $given['kit_modified'] ) ) {
		$data['post_modified']     = $given['kit_modified'];
		$data['post_modified_gmt'] = get_gmt_from_date( $given['kit_modified'] );
	}
	return $data;
}, 10, 2 );

// Faults of real hosting, as the option says which edit.php sets.
add_filter( 'rest_pre_dispatch', function ( $result ) {
	switch ( get_option( 'kit_fault' ) ) {
		case '401':
			return new WP_Error( 'rest_login_required', 'REST API restricted to authenticated users.', [ 'status' => 401 ] );
		case '429':
			header( 'Retry-After: 3' );
			return new WP_Error( 'too_many_requests', 'Too many requests.', [ 'status' => 429 ] );
		case '503':
			header( 'Retry-After: 5' );
			return new WP_Error( 'maintenance', 'Briefly unavailable for scheduled maintenance.', [ 'status' => 503 ] );
		case 'slow':
			sleep( 5 );
			break;
		case 'notice':
			echo "<br />\n<b>Warning</b>: Undefined variable \$x in <b>functions.php</b> on line <b>12</b><br />\n";
			break;
		case 'html':
			header( 'Content-Type: text/html; charset=UTF-8' );
			echo '<!doctype html><title>Mantenimiento</title><h1>Volvemos enseguida</h1>';
			exit;
	}
	return $result;
} );

// The theme's menu lists every page; those that are here for tests stay out of it.
add_filter( 'get_pages', fn( $pages ) => array_filter(
	$pages,
	fn( $page ) => ! str_starts_with( get_page_uri( $page ), 'casos-dificiles' )
) );
