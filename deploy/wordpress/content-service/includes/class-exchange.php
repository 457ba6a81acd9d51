<?php
/**
 * Passes a request to the service and its response to the client. The response appears under the origin of WordPress,
 * so only listed headers and media types pass, and documents that can run scripts are sandboxed. A compromised service
 * can neither read wp-admin nor persist in a browser.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Exchange {

	/** Name in the Via header (RFC 9110 §7.6.3). */
	private const VIA = '1.1 content-service-gateway';

	private const CONNECT_MS = 1000;
	private const WHOLE_MS   = 10000;

	/** Timeout in seconds that marks the service as slow, and the pause without requests that follows. */
	private const SLOW  = 3;
	private const PAUSE = 5;
	private const AWAY  = 'content_service_away';

	/**
	 * Share of the PHP workers that may wait for the service, and the default number if PHP does not report its workers.
	 */
	private const SHARE_OF_WORKERS = 0.25;
	private const USUAL_PLACES     = 2;

	/** Seconds until a client may retry when the service is busy. */
	private const BUSY = 1;

	private const LONGEST_BODY = 1048576;

	/** Largest response header and body in bytes, as sent (compressed or not). */
	private const LONGEST_HEAD   = 65536;
	private const LONGEST_ANSWER = 16777216;

	/** Request headers that are not passed on: of the connection, of proxies, and cookies of WordPress. */
	private const KEPT = '~^(?:connection|keep-alive|proxy(?:-.*)?|te|trailer|transfer-encoding|upgrade|expect|content-length|host|cookie|via|forwarded|x-forwarded-.*|x-real-ip|content-service-.*)$~';

	/** Response headers that pass. */
	private const PASSED = '~^(?:access-control-(?:allow-headers|allow-methods|allow-origin|expose-headers|max-age)|allow|api-version|cache-control|content-(?:encoding|language|length|location|security-policy|type)|deprecation|etag|last-modified|link|location|mcp-[a-z-]+|pragma|ratelimit(?:-[a-z]+)?|referrer-policy|retry-after|sunset|vary|www-authenticate|x-content-type-options|x-frame-options|x-request-id)$~';

	/** Media types that pass. */
	private const TYPES = '~^(?:application/(?:xml|octet-stream|(?:[a-z\d.-]+\+)?json)|text/(?:css|html|javascript|markdown|plain)|image/(?:png|svg\+xml|x-icon))$~';

	/** Media types of documents that can run scripts. Without `allow-same-origin` they have an opaque origin. */
	private const DOCUMENTS = '~^(?:text/html|image/svg\+xml|application/xml)$~';
	private const SANDBOX   = 'Content-Security-Policy: sandbox allow-scripts allow-forms';

	// refusal table: written by test/deploy/refusal-snippets.ts
	private const REFUSALS = [
		'body_too_large'    => [
			'status' => 413,
			'api'    => '{"code":"rest_body_too_large","message":"The body is too long","data":{"status":413,"hint":"Send a shorter body."}}',
			'oauth'  => '{"error":"invalid_request","error_description":"The body is too long"}',
		],
		'service_not_ready' => [
			'status' => 500,
			'api'    => '{"code":"service_not_ready","message":"The service is starting","data":{"status":500,"hint":"Try again in 5 seconds.","retry_after":5}}',
			'oauth'  => '{"error":"server_error","error_description":"The service cannot be reached at the moment"}',
		],
	];
	private const REFUSAL_HEADERS = [
		'Access-Control-Allow-Origin: *',
		'Access-Control-Expose-Headers: API-Version, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, WWW-Authenticate, ETag, Link, Deprecation, Sunset, X-Request-Id',
		'X-Content-Type-Options: nosniff',
		'X-Frame-Options: DENY',
		'Cache-Control: no-store',
		'API-Version: 1',
	];
	// end of refusal table

	private string $method;

	/** Path and query, as received. */
	private string $target;

	/** Statuses handled by WordPress; 503 includes an unreachable service. */
	private array $left;

	/** Status of the response; 0 before a response. */
	private int $status = 0;

	/** Header lines of the response. */
	private array $lines = [];

	/** Time of the request to the service, in seconds. */
	private float $began = 0.0;

	/** True after the response has started. */
	private bool $is_sent = false;

	/** Bytes of the response header, and of its body. */
	private int $head_bytes = 0;
	private int $body_bytes = 0;

	/** True for a response with an invalid media type or length. */
	private bool $is_refused = false;

	/** True after the service was marked as slow. */
	private bool $is_slow = false;

	public function __construct( string $method, string $target, array $left ) {
		$this->method = $method;
		$this->target = $target;
		$this->left   = $left;
	}

	/** Sends the request and the response. Returns false if WordPress must respond. */
	public function run(): bool {
		if ( self::server( 'HTTP_SERVICE_WORKER' ) !== '' ) {
			// A service worker registered under this origin would persist after the response.
			return $this->refuse( 403, 'rest_forbidden', 'Service workers are not served here', 'Request the address without the header Service-Worker.' );
		}
		// Only the request body may be read from php://input: forms and JSON, signed or not.
		$body = $this->has_body() ? (string) file_get_contents( 'php://input', false, null, 0, self::LONGEST_BODY + 1 ) : '';
		if ( strlen( $body ) > self::LONGEST_BODY ) {
			return $this->refuse_as( 'body_too_large' );
		}
		if ( get_transient( self::AWAY ) !== false ) {
			return $this->tell_away();
		}
		$place = $this->take_place();
		if ( null === $place ) {
			return $this->tell_busy();
		}
		$fault = $this->send( $body );
		$this->release_place( $place );
		if ( '' !== $fault ) {
			set_transient( self::AWAY, $fault, self::PAUSE );
		}
		if ( $this->is_refused ) {
			return ! in_array( 502, $this->left, true ) && $this->refuse( 502, 'service_answer_refused', 'The service sent an answer that does not pass the gateway', 'Report it to the owner of the site.' );
		}
		return $this->is_sent || ( '' !== $fault && $this->tell_away() );
	}

	/** True for methods with a request body. */
	private function has_body(): bool {
		return ! in_array( $this->method, [ 'GET', 'HEAD', 'OPTIONS', 'TRACE' ], true );
	}

	/** Sends the request, and the response to the client. Returns an error message, or an empty string. */
	private function send( string $body ): string {
		// phpcs:disable WordPress.WP.AlternativeFunctions -- wp_remote_request() buffers complete responses, and changes
		// some.
		$curl = curl_init();
		curl_setopt_array(
			$curl,
			[
				CURLOPT_URL               => Options::url() . $this->target,
				CURLOPT_CUSTOMREQUEST     => $this->method,
				CURLOPT_NOBODY            => 'HEAD' === $this->method,
				CURLOPT_HTTPHEADER        => $this->request_headers(),
				CURLOPT_PATH_AS_IS        => true,
				CURLOPT_HTTP_VERSION      => CURL_HTTP_VERSION_1_1,
				CURLOPT_PROTOCOLS         => CURLPROTO_HTTP | CURLPROTO_HTTPS,
				CURLOPT_PROXY             => '',
				CURLOPT_FOLLOWLOCATION    => false,
				CURLOPT_CONNECTTIMEOUT_MS => self::CONNECT_MS,
				CURLOPT_TIMEOUT_MS        => self::WHOLE_MS,
				CURLOPT_NOSIGNAL          => true,
				CURLOPT_HEADERFUNCTION    => [ $this, 'take_header' ],
				CURLOPT_WRITEFUNCTION     => [ $this, 'take_body' ],
				CURLOPT_NOPROGRESS        => false,
				CURLOPT_PROGRESSFUNCTION  => [ $this, 'notice_slowness' ],
			]
		);
		if ( '' !== $body ) {
			curl_setopt( $curl, CURLOPT_POSTFIELDS, $body );
		}
		$this->began = microtime( true );
		$is_done     = curl_exec( $curl ) !== false || $this->is_left();
		return $is_done || $this->is_refused ? '' : curl_error( $curl );
		// phpcs:enable
	}

	/** Request headers for the service, a line each. */
	private function request_headers(): array {
		$headers = [];
		foreach ( $_SERVER as $key => $value ) {
			if ( strncmp( (string) $key, 'HTTP_', 5 ) === 0 && is_string( $value ) ) {
				$headers[ str_replace( '_', '-', strtolower( substr( $key, 5 ) ) ) ] = $value;
			}
		}
		$headers['content-type']  = self::server( 'CONTENT_TYPE' );
		$headers['authorization'] = self::authorization();
		// A header name without a value removes curl's default header.
		$lines = [
			'expect'       => 'Expect:',
			'user-agent'   => 'User-Agent:',
			'accept'       => 'Accept:',
			'content-type' => 'Content-Type:',
		];
		foreach ( $headers as $name => $value ) {
			if ( '' !== $value && ! preg_match( self::KEPT, $name ) && ! preg_match( '~[\r\n]~', $value ) ) {
				$lines[ $name ] = "$name: $value";
			}
		}
		// The requested host may be invalid; the service validates it.
		$hosts = [ 'Content-Service-Host' => self::server( 'HTTP_HOST' ) ] + Options::host_headers();
		foreach ( $hosts as $name => $host ) {
			$lines[] = "$name: $host";
		}
		$lines[] = 'Content-Service-Gateway: ' . Gateway::signed( $this->method, explode( '?', $this->target, 2 )[0], self::hops() );
		return array_values( $lines );
	}

	/** The visitor's address, appended to X-Forwarded-For. The service trusts the proxies of its TRUST_PROXY. */
	private static function hops(): string {
		$visitor   = strtolower( self::server( 'REMOTE_ADDR' ) );
		$forwarded = strtolower( self::server( 'HTTP_X_FORWARDED_FOR' ) );
		return preg_match( '~^[0-9a-f.:, ]{2,440}$~', $forwarded ) ? "$forwarded, $visitor" : $visitor;
	}

	/** Authorization header, from any variable of the web server. */
	private static function authorization(): string {
		foreach ( [ 'HTTP_AUTHORIZATION', 'REDIRECT_HTTP_AUTHORIZATION' ] as $key ) {
			if ( self::server( $key ) !== '' ) {
				return self::server( $key );
			}
		}
		$headers = function_exists( 'getallheaders' ) ? array_change_key_case( (array) getallheaders() ) : [];
		if ( isset( $headers['authorization'] ) ) {
			return (string) $headers['authorization'];
		}
		$user = self::server( 'PHP_AUTH_USER' );
		// phpcs:ignore WordPress.PHP.DiscouragedPHPFunctions -- RFC 7617.
		return '' === $user ? '' : 'Basic ' . base64_encode( $user . ':' . self::server( 'PHP_AUTH_PW' ) );
	}

	/** Unchanged variable of the web server. */
	private static function server( string $key ): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput
		return isset( $_SERVER[ $key ] ) && is_string( $_SERVER[ $key ] ) ? $_SERVER[ $key ] : '';
	}

	/** Handles a header line from curl; an empty line ends the header. */
	public function take_header( $curl, string $line ): int {
		$this->head_bytes += strlen( $line );
		if ( $this->head_bytes > self::LONGEST_HEAD ) {
			return 0;
		}
		if ( ! $this->is_sent ) {
			$text = trim( $line );
			if ( preg_match( '~^HTTP/[\d.]+ (\d{3})~', $text, $found ) ) {
				$this->status = (int) $found[1];
				$this->lines  = [];
			} elseif ( '' !== $text ) {
				$this->lines[] = $text;
			} elseif ( $this->status >= 200 && ! $this->is_left() ) {
				$this->is_refused = ! $this->may_pass();
				if ( $this->is_refused ) {
					return 0;
				}
				$this->send_head( $this->status, $this->lines );
			}
		}
		return strlen( $line );
	}

	/** True if the status of the service is handled by WordPress. */
	private function is_left(): bool {
		return in_array( $this->status, $this->left, true );
	}

	/**
	 * True unless the response is too long or has a media type that is not listed; `nosniff` prevents content sniffing.
	 */
	private function may_pass(): bool {
		foreach ( $this->lines as $line ) {
			if ( preg_match( '~^content-length:\s*(\d+)~i', $line, $found ) && (float) $found[1] > self::LONGEST_ANSWER ) {
				return false;
			}
		}
		$type = self::media_type( $this->lines );
		return '' === $type || 1 === preg_match( self::TYPES, $type );
	}

	/** Media type of header lines, without parameters: empty if absent, invalid if two differ. */
	private static function media_type( array $lines ): string {
		$found = '';
		foreach ( $lines as $line ) {
			if ( preg_match( '~^content-type:\s*([^;]*)~i', $line, $match ) ) {
				$type  = strtolower( trim( $match[1] ) );
				$found = '' === $found || $found === $type ? $type : "$found, $type";
			}
		}
		return $found;
	}

	/** Handles a part of the response body from curl. Aborts a response that WordPress handles, or that is too long. */
	public function take_body( $curl, string $part ): int {
		$this->body_bytes += strlen( $part );
		if ( ! $this->is_sent || $this->body_bytes > self::LONGEST_ANSWER ) {
			return 0;
		}
		echo $part; // phpcs:ignore WordPress.Security.EscapeOutput -- The bytes of the service.
		flush();
		return strlen( $part );
	}

	/** Marks the service as slow; curl calls this callback repeatedly. */
	public function notice_slowness(): int {
		if ( 0 === $this->status && ! $this->is_slow && microtime( true ) - $this->began > self::SLOW ) {
			$this->is_slow = true;
			set_transient( self::AWAY, 'No answer after ' . self::SLOW . ' seconds', self::PAUSE );
		}
		return 0;
	}

	/** Sends status and headers to the client. */
	private function send_head( int $status, array $lines ): void {
		$this->is_sent = true;
		// Plugins may have started output buffers.
		while ( ( ob_get_status()['flags'] ?? 0 ) & PHP_OUTPUT_HANDLER_REMOVABLE ) {
			ob_end_clean();
		}
		if ( function_exists( 'ini_set' ) ) {
			// phpcs:disable WordPress.PHP.IniSet, Squiz.PHP.DiscouragedFunctions -- PHP adds a default type and charset.
			ini_set( 'zlib.output_compression', '0' );
			ini_set( 'default_mimetype', '' );
			ini_set( 'default_charset', '' );
			// phpcs:enable
		}
		header_remove();
		foreach ( $lines as $line ) {
			$name = strtolower( explode( ':', $line, 2 )[0] );
			if ( preg_match( self::PASSED, $name ) && 'x-content-type-options' !== $name ) {
				header( $line, false );
			}
		}
		header( 'X-Content-Type-Options: nosniff' );
		if ( preg_match( self::DOCUMENTS, self::media_type( $lines ) ) ) {
			header( self::SANDBOX, false );
		}
		header( 'Via: ' . self::VIA, false );
		// Response headers for caches of web servers, which remove them.
		$software = self::server( 'SERVER_SOFTWARE' );
		if ( stripos( $software, 'nginx' ) !== false ) {
			header( 'X-Accel-Expires: 0' );
		} elseif ( stripos( $software, 'litespeed' ) !== false ) {
			header( 'X-LiteSpeed-Cache-Control: no-cache' );
		}
		// Send the status last, because some headers change it; PHP does not know all reason phrases.
		header( wp_get_server_protocol() . " $status " . get_status_header_desc( $status ), true, $status );
	}

	/** Responds for an unreachable service, unless WordPress must respond. */
	private function tell_away(): bool {
		if ( in_array( 503, $this->left, true ) ) {
			return false;
		}
		return $this->refuse_as( 'service_not_ready', self::PAUSE );
	}

	/** Responds that the service is busy, unless WordPress must respond. */
	private function tell_busy(): bool {
		if ( in_array( 503, $this->left, true ) ) {
			return false;
		}
		$hint = 'Retry in ' . self::BUSY . ' second, and send fewer requests at once.';
		return $this->refuse( 503, 'service_busy', 'Too many requests are waiting for the service', $hint, self::BUSY );
	}

	/** Responds with an error in the format of the service. */
	private function refuse( int $status, string $code, string $message, string $hint, int $retry_after = 0 ): bool {
		$data = [
			'status' => $status,
			'hint'   => $hint,
		];
		if ( $retry_after > 0 ) {
			$data['retry_after'] = $retry_after;
		}
		return $this->send_refusal( $status, (string) wp_json_encode( compact( 'code', 'message', 'data' ) ), $retry_after );
	}

	/** Responds with a refusal of the table, at an OAuth endpoint in the OAuth format. */
	private function refuse_as( string $code, int $retry_after = 0 ): bool {
		$refusal = self::REFUSALS[ $code ];
		$form    = strncmp( $this->target, '/oauth/', 7 ) === 0 ? 'oauth' : 'api';
		return $this->send_refusal( $refusal['status'], $refusal[ $form ], $retry_after );
	}

	/** Sends a refusal with the default headers of the service. */
	private function send_refusal( int $status, string $body, int $retry_after ): bool {
		$head = array_merge( [ 'Content-Type: application/json; charset=UTF-8' ], self::REFUSAL_HEADERS );
		if ( $retry_after > 0 ) {
			$head[] = "Retry-After: $retry_after";
		}
		$this->send_head( $status, $head );
		if ( 'HEAD' !== $this->method ) {
			echo $body; // phpcs:ignore WordPress.Security.EscapeOutput -- JSON of the table, or of wp_json_encode().
		}
		return true;
	}

	/**
	 * Acquires a slot for a request to the service; null if none is free. Waiting would block a PHP worker. The database
	 * releases the slot when this process ends. A database without such locks has no limit.
	 */
	private function take_place(): ?string {
		$wpdb   = $GLOBALS['wpdb'];
		$name   = 'content_service_' . md5( DB_NAME . $wpdb->prefix ) . '_';
		$places = self::places();
		$first  = random_int( 1, $places );
		$shown  = $wpdb->suppress_errors( true );
		$taken  = null;
		for ( $turn = 0; $turn < $places && null === $taken; $turn++ ) {
			$place = $name . ( ( $first + $turn ) % $places );
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$got = $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 0)', $place ) );
			if ( '0' !== $got ) {
				$taken = null === $got ? '' : $place;
			}
		}
		$wpdb->suppress_errors( $shown );
		return $taken;
	}

	/** Number of concurrent requests to the service: a quarter of the PHP workers, at least 1. */
	private static function places(): int {
		$workers = 0;
		if ( function_exists( 'fpm_get_status' ) ) {
			$status  = fpm_get_status();
			$workers = is_array( $status ) ? (int) ( $status['total-processes'] ?? 0 ) : 0;
		}
		foreach ( [ 'PHP_LSAPI_CHILDREN', 'LSAPI_CHILDREN', 'PHP_FCGI_CHILDREN', 'PHP_CLI_SERVER_WORKERS' ] as $name ) {
			$workers = $workers > 0 ? $workers : (int) getenv( $name );
		}
		return $workers > 0 ? max( 1, (int) floor( self::SHARE_OF_WORKERS * $workers ) ) : self::USUAL_PLACES;
	}

	/** Releases a slot. */
	private function release_place( string $place ): void {
		$wpdb = $GLOBALS['wpdb'];
		if ( '' !== $place ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $place ) );
		}
	}
}
