<?php
/**
 * edit.php SITE VERB PAGE [VALUE]: one change, the way an editor makes it. PAGE is a path or an id.
 *   id PAGE | content PAGE HTML | title PAGE TEXT | slug PAGE SLUG | parent PAGE PATH | status PAGE STATUS
 *   password PAGE PASSWORD-or-"" | trash PAGE | untrash PAGE | delete PAGE
 *   schedule PATH TITLE (a new page, in a month; answers its id) | publish PAGE (what cron does to a scheduled one)
 *   notice HTML (the reusable block of the city pages)
 *   application-password (answers USER:PASSWORD)
 *   fault none|401|429|503|slow|notice|html (what the REST API answers from now on)
 */

$arguments = require __DIR__ . '/load.php';
require_once ABSPATH . 'wp-admin/includes/admin.php';
wp_set_current_user( 1 );
[ $verb, $name, $value ] = array_pad( $arguments, 3, '' );

function fail( string $message, int $code ): never {
	fwrite( STDERR, "edit.php: $message\n" );
	exit( $code );
}

function page_at( string $path ): ?WP_Post {
	return get_page_by_path( trim( $path, '/' ), OBJECT, [ 'page', 'post' ] );
}

function paragraph( string $html ): string {
	return "<!-- wp:paragraph -->\n<p>$html</p>\n<!-- /wp:paragraph -->";
}

function schedule_page( string $path, string $title ): int {
	return wp_insert_post( wp_slash( [
		'post_type'    => 'page',
		'post_status'  => 'future',
		'post_date'    => date( 'Y-m-d H:i:s', time() + 30 * DAY_IN_SECONDS ),
		'post_name'    => basename( $path ),
		'post_parent'  => page_at( dirname( $path ) )?->ID ?? 0,
		'post_title'   => $title,
		'post_content' => paragraph( $title ),
	] ) );
}

/** What has no page. */
switch ( $verb ) {
	case 'fault':
		update_option( 'kit_fault', $name );
		exit;
	case 'application-password':
		echo 'admin:', get_option( 'kit_application_password' ), "\n";
		exit;
	case 'notice':
		[ $block ] = get_posts( [ 'post_type' => 'wp_block', 'numberposts' => 1 ] );
		wp_update_post( wp_slash( [ 'ID' => $block->ID, 'post_content' => paragraph( $name ) ] ) );
		exit;
	case 'schedule':
		echo schedule_page( $name, $value ), "\n";
		exit;
}

$page = ctype_digit( $name ) ? get_post( (int) $name ) : page_at( $name );
if ( ! $page ) {
	fail( "there is no page $name", 1 );
}
$update = fn( array $change ) => wp_update_post( wp_slash( [ 'ID' => $page->ID ] + $change ) );
match ( $verb ) {
	'id'       => null,
	'content'  => $update( [ 'post_content' => $value ] ),
	'title'    => $update( [ 'post_title' => $value ] ),
	'slug'     => $update( [ 'post_name' => $value ] ),
	'parent'   => $update( [ 'post_parent' => page_at( $value )->ID ] ),
	'status'   => $update( [ 'post_status' => $value ] ),
	'password' => $update( [ 'post_password' => $value ] ),
	'trash'    => wp_trash_post( $page->ID ),
	'untrash'  => wp_untrash_post( $page->ID ),
	'publish'  => wp_publish_post( $page->ID ),
	'delete'   => wp_delete_post( $page->ID, true ),
	default    => fail( "there is no verb $verb", 2 ),
};
echo json_encode( [ 'id' => $page->ID ] ), "\n";
