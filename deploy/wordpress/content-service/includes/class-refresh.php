<?php
/**
 * Messages that tell the service what changed: types and ids, never content, one for each request to this site.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Refresh {

	/** Transient with the time and the outcome of the last message. */
	const LAST = 'content_service_last';

	/** Ids of one message; whoever changes more asks for everything. */
	private const MOST_IDS = 1000;

	/** Seconds that a message may take, and for which none is sent after one that failed. */
	private const PATIENCE = 0.5;
	private const PAUSE    = 60;

	/**
	 * What was noted, by site of the network: ids by the REST base of their type, and subjects, both as keys.
	 *
	 * @var array<int, array{posts: array<string, array<int, true>>, site: array<string, true>}>
	 */
	private static array $noted = [];

	/** True once the plugin is deactivated: WP-CLI may delete it in the same breath, and nothing is written after that. */
	private static bool $stopped = false;

	/** Notes that a post changed. */
	public static function note_post( string $rest_base, int $id ): void {
		self::begin();
		$noted = &self::$noted[ get_current_blog_id() ];
		if ( array_sum( array_map( 'count', $noted['posts'] ) ) < self::MOST_IDS ) {
			$noted['posts'][ $rest_base ][ $id ] = true;
		} else {
			$noted['site']['everything'] = true;
		}
	}

	/** Notes that something changed that no single post has: addresses, visibility, shared, navigation or everything. */
	public static function note_site( string $subject ): void {
		self::begin();
		self::$noted[ get_current_blog_id() ]['site'][ $subject ] = true;
	}

	/** To be called when the plugin is deactivated. */
	public static function stop(): void {
		self::$stopped = true;
	}

	/** Sends what was noted, once the answer of this request is with the browser. */
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
	 * Sends a message, waits for the answer and remembers the outcome. {} asks for nothing: so address, secret and clock are tried.
	 *
	 * @return array|\WP_Error Answer, as the HTTP API of WordPress has it.
	 */
	public static function send( string $body, float $seconds ) {
		// The HTTP API of WordPress waits ten seconds for the connection, and a second at least with curl.
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

	/** Time, nonce and HMAC-SHA-256 by which the service knows that this site says so; of use for nothing else, and once. */
	private static function signature( string $body ): string {
		$time  = (string) time();
		$nonce = bin2hex( random_bytes( 16 ) );
		$lines = implode( "\n", [ 'content-service-refresh-1', $time, $nonce, $body ] );
		return "$time.$nonce." . hash_hmac( 'sha256', $lines, Options::secret() );
	}

	/** True for a short while after a message that was not taken: what it told is found without it. */
	private static function is_paused(): bool {
		$last = get_transient( self::LAST );
		return is_array( $last ) && ! in_array( $last[1], [ 200, 202 ], true ) && time() - $last[0] < self::PAUSE;
	}

	/**
	 * Message as JSON.
	 *
	 * @param array{posts: array<string, array<int, true>>, site: array<string, true>} $changes What was noted.
	 */
	private static function message( array $changes ): string {
		$message = [
			'posts' => array_map( 'array_keys', $changes['posts'] ),
			'site'  => array_keys( $changes['site'] ),
		];
		return (string) wp_json_encode( array_filter( $message ) );
	}

	/** Makes room for changes of this site, and has them sent at the end. */
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

	/** Lets the browser go, as far as the host can. */
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
