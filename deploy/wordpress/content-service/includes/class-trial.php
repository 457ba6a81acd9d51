<?php
/**
 * Test of address, secret and clock: an empty signed message.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Trial {

	private const PATIENCE = 3.0;

	/** Clock difference in seconds that is reported. The service refuses 300. */
	private const DRIFT = 60;

	/** Text without a fault. */
	public static function all_well(): string {
		return __( 'It answers, the clocks agree, and it knows the signature of this site.', 'content-service' );
	}

	/** Fault as a sentence, ready to be escaped; null without a fault. */
	public static function fault(): ?string {
		if ( '' === Options::url() ) {
			return __( 'The address of the service is missing.', 'content-service' );
		}
		if ( '' === Options::secret() ) {
			return __( 'There is no secret yet.', 'content-service' );
		}
		$answer = Refresh::send( '{}', self::PATIENCE );
		if ( is_wp_error( $answer ) ) {
			/* translators: %s: message of the HTTP API. */
			return sprintf( __( 'The service does not answer: %s', 'content-service' ), $answer->get_error_message() );
		}
		return self::fault_of( $answer );
	}

	/** Fault shown by a response. */
	private static function fault_of( array $answer ): ?string {
		$seconds = time() - (int) strtotime( (string) wp_remote_retrieve_header( $answer, 'date' ) );
		$status  = (int) wp_remote_retrieve_response_code( $answer );
		if ( abs( $seconds ) > self::DRIFT && in_array( $status, [ 200, 401 ], true ) ) {
			/* translators: %d: seconds. */
			return sprintf( __( 'The clocks of this site and of the service differ by %d seconds.', 'content-service' ), $seconds );
		}
		switch ( $status ) {
			case 200:
				return null;
			case 401:
				return __( 'The service has another secret.', 'content-service' );
			case 421:
				/* translators: %s: host of this site. */
				return sprintf( __( 'The service has no site that is served at %s: compare its public_url.', 'content-service' ), Options::host() );
			case 404:
				return __( 'Nobody takes messages at this address: REFRESH_SECRET is not set there, or it is not the address of the service.', 'content-service' );
			default:
				/* translators: %d: HTTP status. */
				return sprintf( __( 'The service answered with status %d.', 'content-service' ), $status );
		}
	}
}
