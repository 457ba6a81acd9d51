<?php
/**
 * Reports changes to the content service, and tests the connection.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

use WP_CLI;

final class Command {

	/**
	 * Shows the settings and the result of the last message.
	 */
	public function status(): void {
		$last = get_transient( Refresh::LAST );
		WP_CLI::line( 'address: ' . ( '' !== Options::url() ? Options::url() : 'none' ) );
		WP_CLI::line( 'secret: ' . ( '' !== Options::secret() ? 'set' : 'none' ) );
		WP_CLI::line( 'gateway: ' . ( Gateway::is_on() ? 'on' : 'off' ) );
		WP_CLI::line( 'last message: ' . ( is_array( $last ) ? gmdate( 'c', (int) $last[0] ) . ' ' . $last[1] : 'none' ) );
	}

	/**
	 * Requests a read of posts, or of the whole site.
	 *
	 * ## OPTIONS
	 *
	 * [<id>...]
	 * : Post ids; the default is the whole site.
	 */
	public function refresh( array $ids ): void {
		foreach ( $ids as $id ) {
			$post = get_post( (int) $id );
			if ( ! $post ) {
				WP_CLI::error( "There is no post $id." );
			}
			Changes::note( $post );
		}
		if ( [] === $ids ) {
			Refresh::note_site( 'everything' );
		}
		// Delete the result of a failed message, which would cause a pause.
		delete_transient( Refresh::LAST );
		Refresh::send_noted();
		$last = get_transient( Refresh::LAST );
		if ( ! is_array( $last ) || 202 !== $last[1] ) {
			WP_CLI::error( 'The service did not take it: see wp content-service test.' );
		}
		WP_CLI::success( 'The service was told.' );
	}

	/**
	 * Tests address, secret and clock, and the gateway if it is enabled.
	 */
	public function test(): void {
		$fault = Trial::fault();
		if ( null !== $fault ) {
			WP_CLI::error( $fault );
		}
		foreach ( Gateway::is_on() ? Gateway_Trial::faults() : [] as $fault ) {
			WP_CLI::error( $fault );
		}
		WP_CLI::success( 'The service answers, the clocks agree, and it knows the signature of this site.' );
	}
}
