<?php
/**
 * Stands in for plugins that keep pages from visitors, one rule for each: SEO, membership, redirect and maintenance. The
 * rules are an option, `visibility`, from post id to rule, and `site_mode` for the whole site; as with those plugins,
 * setting one leaves the time of change of the post as it was.
 *
 * Beside each rule stands where the REST API shows it.
 */

function visibility_rule( $id ) {
	return ( get_option( 'visibility', [] ) )[ $id ] ?? '';
}

function visibility_of_this_page() {
	return is_singular() ? visibility_rule( get_queried_object_id() ) : '';
}

/** SEO, in HTML only: through WordPress's own element, and as an element of the plugin's own. */
add_filter( 'wp_robots', function ( $robots ) {
	if ( visibility_of_this_page() === 'noindex_core' ) {
		$robots['noindex'] = true;
	}
	return $robots;
} );
add_action( 'wp_head', function () {
	if ( visibility_of_this_page() === 'noindex_own' ) {
		remove_all_filters( 'wp_robots' );
		echo '<meta name="robots" content="follow, noindex"/>' . "\n";
	}
	if ( visibility_of_this_page() === 'noindex_google' ) {
		echo "<meta content='noindex' name='googlebot'>\n";
	}
}, 0 );

/** SEO, in the REST API and in HTML. */
add_action( 'rest_api_init', function () {
	register_rest_field( 'page', 'yoast_head_json', [
		'get_callback' => fn( $page ) => [
			'robots' => [ 'index' => visibility_rule( $page['id'] ) === 'noindex_rest' ? 'noindex' : 'index' ],
		],
	] );
} );
add_filter( 'wp_robots', function ( $robots ) {
	if ( visibility_of_this_page() === 'noindex_rest' ) {
		$robots['noindex'] = true;
	}
	return $robots;
} );

/** A rule of the server, or a snippet: a header. */
add_action( 'template_redirect', function () {
	if ( visibility_of_this_page() === 'header' ) {
		header( 'X-Robots-Tag: noindex, nofollow' );
	}
} );

/** SEO: the canonical address is another page's. */
add_filter( 'get_canonical_url', function ( $url, $post ) {
	return visibility_rule( $post->ID ) === 'canonical' ? home_url( '/contacto/' ) : $url;
}, 10, 2 );

/** Membership: a notice in the place of the text, in the REST API too, except for those who may edit. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_rule( get_the_ID() ) !== 'members' || current_user_can( 'edit_pages' ) ) {
		return $content;
	}
	return '<div class="pmpro_card pmpro_content_message"><p>Este contenido es para socios.</p></div>';
}, 50 );

/** Membership: a notice that the theme shows, and the REST API does not know of. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_of_this_page() !== 'members_in_theme' || is_user_logged_in() ) {
		return $content;
	}
	return '<div class="restricted"><p>Inicia sesión para leerlo.</p>' . wp_login_form( [ 'echo' => false ] ) . '</div>';
}, 50 );

/** Membership: a redirect to the login, a refusal, and a page that is said to be missing. */
add_action( 'template_redirect', function () {
	switch ( visibility_of_this_page() ) {
		case 'login':
			wp_safe_redirect( wp_login_url( get_permalink() ) );
			exit;
		case 'elsewhere':
			wp_redirect( home_url( '/contacto/' ), 301 );
			exit;
		case 'refused':
			wp_die( 'No.', 'No', [ 'response' => 403 ] );
		case 'gone':
			global $wp_query;
			$wp_query->set_404();
			status_header( 410 );
			include get_query_template( '404' ) ?: get_index_template();
			exit;
	}
} );

/** The whole site: a notice with 200 or with 503 for everybody who is not logged in. The REST API goes on. */
add_action( 'template_redirect', function () {
	$mode = get_option( 'site_mode', '' );
	if ( $mode === '' || is_user_logged_in() ) {
		return;
	}
	status_header( $mode === 'maintenance' ? 503 : 200 );
	echo '<!DOCTYPE html><html lang="es"><head><title>Pronto</title></head><body><h1>Volvemos pronto</h1></body></html>';
	exit;
}, 0 );
