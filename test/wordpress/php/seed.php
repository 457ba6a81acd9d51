<?php
/** seed.php SITE: the made-up company's site: some 210 published pages, 20 posts, and things that must stay hidden. */

require __DIR__ . '/load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
require __DIR__ . '/blocks.php';
require __DIR__ . '/text.php';
require __DIR__ . '/posts.php';
require __DIR__ . '/seed-cities.php';
require __DIR__ . '/seed-pages.php';
require __DIR__ . '/seed-services.php';
require __DIR__ . '/seed-blog.php';
require __DIR__ . '/seed-hidden.php';

// An administrator may save scripts and forms: nothing is filtered out.
wp_set_current_user( 1 );

// What the installation left behind.
foreach ( get_posts( [ 'post_type' => [ 'page', 'post' ], 'post_status' => 'any', 'numberposts' => -1 ] ) as $post ) {
	wp_delete_post( $post->ID, true );
}

$editor = wp_insert_user( [
	'user_login'   => 'redaccion',
	'user_pass'    => wp_generate_password( 20 ),
	'display_name' => 'Redacción',
	'role'         => 'editor',
	'user_email'   => 'redaccion@llaveytejo.example',
] );

$pictures = [];
foreach (
	[
		'cuadro-electrico' => 'Cuadro eléctrico nuevo',
		'grifo-cocina'     => 'Grifo de cocina instalado',
		'bombin'           => 'Bombín de seguridad',
		'furgoneta'        => 'Furgoneta taller',
		'bano-reformado'   => 'Baño reformado',
		'lavadora'         => 'Técnico reparando una lavadora',
	] as $name => $alt
) {
	$pictures[] = add_picture( $name, $alt );
}

seed_cities( $pictures );
seed_pages( $pictures );
seed_blog( $pictures, $editor );
seed_hidden();

[ $password ] = WP_Application_Passwords::create_new_application_password( 1, [ 'name' => 'tests' ] );
update_option( 'kit_application_password', $password, false );
