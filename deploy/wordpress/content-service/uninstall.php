<?php
/**
 * Deletes all data of the plugin, on every site of a network.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

if ( ! defined( 'WP_UNINSTALL_PLUGIN' ) ) {
	exit;
}

/** Deletes the data of a site. */
function remove_from_site(): void {
	delete_option( 'content_service' );
	delete_option( 'content_service_secret' );
	delete_transient( 'content_service_last' );
	delete_transient( 'content_service_away' );
}

if ( ! is_multisite() ) {
	remove_from_site();
	return;
}
$content_service_sites = get_sites(
	[
		'fields' => 'ids',
		'number' => 0,
	]
);
foreach ( $content_service_sites as $content_service_site ) {
	switch_to_blog( (int) $content_service_site );
	remove_from_site();
	restore_current_blog();
}
