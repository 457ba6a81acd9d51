<?php
/**
 * Messages to the service about changes: types and ids, never content, at most one per request.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Refresh {

	/** Transient with the time and the outcome of the last message. */
	const LAST = 'content_service_last';

	/** Largest number of ids in a message; a larger change reports everything. */
	private const MOST_IDS = 1000;

	/** Timeout of a message in seconds, and the pause after a failed message. */
	private const PATIENCE = 0.5;
	private const PAUSE    = 60;

	/**
	 * Recorded changes by site of the network: ids by the REST base of their type, and subjects, both as keys.
	 *
	 * @var array<int, array{posts: array<string, array<int, true>>, site: array<string, true>}>
	 */
	private static array $noted = [];

	/** True after deactivation: WP-CLI may delete the plugin in the same process, and no data is written after that. */
	private static bool $stopped = false;

	/** Records a changed post. */
	public static function note_post( string $rest_base, int $id ): void {
		self::begin();
		$noted = &self::$noted[ get_current_blog_id() ];
		if ( array_sum( array_map( 'count', $noted['posts'] ) ) < self::MOST_IDS ) {
			$noted['posts'][ $rest_base ][ $id ] = true;
		} else {
			$noted['site']['everything'] = true;
		}
	}

	/** Records a change of the site: addresses, visibility, shared, navigation or everything. */
	public static function note_site( string $subject ): void {
		self::begin();
		self::$noted[ get_current_blog_id() ]['site'][ $subject ] = true;
	}

	/** Call on deactivation. */
	public static function stop(): void {
		self::$stopped = true;
	}

	/** Sends recorded changes after the response has been sent to the browser. */
	public static function send_noted(): void {
		$noted       = self::$noted;
		self::$noted = [];
		foreach ( $noted as $site => $changes ) {
			$elsewhere = get_current_blog_id() !== $site;
			if ( $elsewhere ) {
				switch_to_blog( $site );
			}
			if ( Options::are_complete() && ! self::$stopped && ! self::is_paused() ) {
				self::finish_answer();
				self::send( self::message( $changes ), self::PATIENCE );
			}
			if ( $elsewhere ) {
				restore_current_blog();
			}
		}
	}

	/**
	 * Sends a message, waits for the response and stores the outcome. An empty object {} validates address, secret and
	 * clock.
	 *
	 * @return array|\WP_Error Response of the HTTP API of WordPress.
	 */
	public static function send( string $body, float $seconds ) {
		// The HTTP API of WordPress waits ten seconds for the connection, and at least a second with curl.
		$connect = static function ( $url, $headers, $data, $type, &$options ) use ( $seconds ) {
			$options['connect_timeout'] = $seconds;
		};
		$whole   = static function ( $handle ) use ( $seconds ) {
			// phpcs:ignore WordPress.WP.AlternativeFunctions.curl_curl_setopt_array
			curl_setopt_array(
				$handle,
				[
					CURLOPT_NOSIGNAL   => true,
					CURLOPT_TIMEOUT_MS => (int) ( 1000 * $seconds ),
				]
			);
		};
		add_action( 'requests-requests.before_request', $connect, PHP_INT_MAX, 5 );
		add_action( 'http_api_curl', $whole, PHP_INT_MAX );
		$answer = wp_remote_post(
			Options::url() . '/api/refresh',
			[
				'timeout'             => $seconds,
				'redirection'         => 0,
				'httpversion'         => '1.1',
				'limit_response_size' => 4096,
				'headers'             => [
					'Content-Type'              => 'application/json',
					'Content-Service-Signature' => self::signature( $body ),
				] + Options::host_headers(),
				'body'                => $body,
			]
		);
		remove_action( 'requests-requests.before_request', $connect, PHP_INT_MAX );
		remove_action( 'http_api_curl', $whole, PHP_INT_MAX );
		$outcome = is_wp_error( $answer ) ? $answer->get_error_message() : (int) wp_remote_retrieve_response_code( $answer );
		set_transient( self::LAST, [ time(), $outcome ], WEEK_IN_SECONDS );
		return $answer;
	}

	/** Signature of a message: time, nonce and HMAC-SHA-256, valid once. */
	private static function signature( string $body ): string {
		$time  = (string) time();
		$nonce = bin2hex( random_bytes( 16 ) );
		$lines = implode( "\n", [ 'content-service-refresh-1', $time, $nonce, $body ] );
		return "$time.$nonce." . hash_hmac( 'sha256', $lines, Options::secret() );
	}

	/** True during the pause after a failed message; sync finds the change without it. */
	private static function is_paused(): bool {
		$last = get_transient( self::LAST );
		return is_array( $last ) && ! in_array( $last[1], [ 200, 202 ], true ) && time() - $last[0] < self::PAUSE;
	}

	/**
	 * Message as JSON.
	 *
	 * @param array{posts: array<string, array<int, true>>, site: array<string, true>} $changes Recorded changes.
	 */
	private static function message( array $changes ): string {
		$message = [
			'posts' => array_map( 'array_keys', $changes['posts'] ),
			'site'  => array_keys( $changes['site'] ),
		];
		return (string) wp_json_encode( array_filter( $message ) );
	}

	/** Creates the array of this site, and registers the handler that sends it. */
	private static function begin(): void {
		if ( [] === self::$noted ) {
			add_action( 'shutdown', [ self::class, 'send_noted' ], PHP_INT_MAX );
		}
		self::$noted += [
			get_current_blog_id() => [
				'posts' => [],
				'site'  => [],
			],
		];
	}

	/** Closes the response to the browser, if the host supports it. */
	private static function finish_answer(): void {
		if ( session_status() === PHP_SESSION_ACTIVE ) {
			session_write_close();
		}
		if ( function_exists( 'fastcgi_finish_request' ) ) {
			fastcgi_finish_request();
		} elseif ( function_exists( 'litespeed_finish_request' ) ) {
			litespeed_finish_request();
		} else {
			flush();
		}
	}
}
