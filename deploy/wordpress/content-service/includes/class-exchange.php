<?php
/**
 * Passes one request to the service and its answer to the client.
 *
 * The answer appears under the origin of WordPress, so only listed headers and media types pass, and documents that can
 * run scripts are sandboxed. A service in foreign hands can then neither read wp-admin nor stay in a browser.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Exchange {

	/** Own name in the header Via (RFC 9110, section 7.6.3). */
	private const VIA = '1.1 content-service-gateway';

	private const CONNECT_MS = 1000;
	private const WHOLE_MS   = 10000;

	/** Seconds without an answer after which others are not kept waiting too, and for which nobody asks then. */
	private const SLOW  = 3;
	private const PAUSE = 5;
	private const AWAY  = 'content_service_away';

	/** Share of the PHP workers that may wait for the service, and their number where PHP does not report its workers. */
	private const SHARE_OF_WORKERS = 0.25;
	private const USUAL_PLACES     = 2;

	/** Seconds after which a client may retry when all places are taken. */
	private const BUSY = 1;

	private const LONGEST_BODY = 1048576;

	/** Bytes of an answer's head, and of its body as it is sent (compressed or not). */
	private const LONGEST_HEAD   = 65536;
	private const LONGEST_ANSWER = 16777216;

	/** Headers of a request that stay here: of the connection, of proxies, and cookies, which are WordPress's. */
	private const KEPT = '~^(?:connection|keep-alive|proxy(?:-.*)?|te|trailer|transfer-encoding|upgrade|expect|content-length|host|cookie|via|forwarded|x-forwarded-.*|x-real-ip|content-service-.*)$~';

	/** Headers of an answer that pass. */
	private const PASSED = '~^(?:access-control-(?:allow-headers|allow-methods|allow-origin|expose-headers|max-age)|allow|api-version|cache-control|content-(?:encoding|language|length|location|security-policy|type)|deprecation|etag|last-modified|link|location|mcp-[a-z-]+|pragma|ratelimit(?:-[a-z]+)?|referrer-policy|retry-after|sunset|vary|www-authenticate|x-content-type-options|x-frame-options|x-request-id)$~';

	/** Media types that pass. */
	private const TYPES = '~^(?:application/(?:xml|octet-stream|(?:[a-z\d.-]+\+)?json)|text/(?:css|html|javascript|markdown|plain)|image/(?:png|svg\+xml|x-icon))$~';

	/** Media types whose documents can run scripts. Without `allow-same-origin` they have an opaque origin. */
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

	/** Path and query, as they were sent. */
	private string $target;

	/** Statuses that are left to WordPress; with 503 also a service that is away. */
	private array $left;

	/** Status of the answer; 0 before there is one. */
	private int $status = 0;

	/** Header lines of the answer. */
	private array $lines = [];

	/** Time at which the service was asked, in seconds. */
	private float $began = 0.0;

	/** True once an answer goes to the client. */
	private bool $is_sent = false;

	/** Bytes of the answer's head, and of its body. */
	private int $head_bytes = 0;
	private int $body_bytes = 0;

	/** True once an answer came whose media type or length does not pass. */
	private bool $is_refused = false;

	/** True once the service was called slow. */
	private bool $is_slow = false;

	public function __construct( string $method, string $target, array $left ) {
		$this->method = $method;
		$this->target = $target;
		$this->left   = $left;
	}

	/** Asks the service and answers; false when WordPress is to answer. */
	public function run(): bool {
		if ( self::server( 'HTTP_SERVICE_WORKER' ) !== '' ) {
			// A service worker registered under this origin would outlive the answer that registered it.
			return $this->refuse( 403, 'rest_forbidden', 'Service workers are not served here', 'Request the address without the header Service-Worker.' );
		}
		// Nothing but the body itself may be read from here: forms and JSON, signed or not.
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

	/** True for methods whose body the service may read. */
	private function has_body(): bool {
		return ! in_array( $this->method, [ 'GET', 'HEAD', 'OPTIONS', 'TRACE' ], true );
	}

	/** Sends the request, and the answer to the client. Returns what went wrong, or nothing. */
	private function send( string $body ): string {
		// phpcs:disable WordPress.WP.AlternativeFunctions -- wp_remote_request() keeps whole answers, and changes some.
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

	/** Headers of the request to the service, a line each. */
	private function request_headers(): array {
		$headers = [];
		foreach ( $_SERVER as $key => $value ) {
			if ( strncmp( (string) $key, 'HTTP_', 5 ) === 0 && is_string( $value ) ) {
				$headers[ str_replace( '_', '-', strtolower( substr( $key, 5 ) ) ) ] = $value;
			}
		}
		$headers['content-type']  = self::server( 'CONTENT_TYPE' );
		$headers['authorization'] = self::authorization();
		// A name alone takes away what curl would add by itself.
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
		// The name that was asked for, which a page of elsewhere may have made up, is for the service to judge.
		$hosts = [ 'Content-Service-Host' => self::server( 'HTTP_HOST' ) ] + Options::host_headers();
		foreach ( $hosts as $name => $host ) {
			$lines[] = "$name: $host";
		}
		$lines[] = 'Content-Service-Gateway: ' . Gateway::signed( $this->method, explode( '?', $this->target, 2 )[0], self::hops() );
		return array_values( $lines );
	}

	/** The visitor's address after those in X-Forwarded-For, of which the service believes what its TRUST_PROXY allows. */
	private static function hops(): string {
		$visitor   = strtolower( self::server( 'REMOTE_ADDR' ) );
		$forwarded = strtolower( self::server( 'HTTP_X_FORWARDED_FOR' ) );
		return preg_match( '~^[0-9a-f.:, ]{2,440}$~', $forwarded ) ? "$forwarded, $visitor" : $visitor;
	}

	/** The header Authorization, wherever the web server has put it. */
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

	/** One variable of the web server, as it came. */
	private static function server( string $key ): string {
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput
		return isset( $_SERVER[ $key ] ) && is_string( $_SERVER[ $key ] ) ? $_SERVER[ $key ] : '';
	}

	/** Takes a line of the answer's head from curl; the empty one ends it. */
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

	/** True when the service has answered with a status that is left to WordPress. */
	private function is_left(): bool {
		return in_array( $this->status, $this->left, true );
	}

	/** True unless the answer is too long or names a media type that is not listed; `nosniff` keeps browsers from guessing. */
	private function may_pass(): bool {
		foreach ( $this->lines as $line ) {
			if ( preg_match( '~^content-length:\s*(\d+)~i', $line, $found ) && (float) $found[1] > self::LONGEST_ANSWER ) {
				return false;
			}
		}
		$type = self::media_type( $this->lines );
		return '' === $type || 1 === preg_match( self::TYPES, $type );
	}

	/** Media type in header lines, without parameters: empty without one, no valid type where two differ. */
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

	/** Takes a part of the answer's body from curl; ends an answer that is left to WordPress or too long. */
	public function take_body( $curl, string $part ): int {
		$this->body_bytes += strlen( $part );
		if ( ! $this->is_sent || $this->body_bytes > self::LONGEST_ANSWER ) {
			return 0;
		}
		echo $part; // phpcs:ignore WordPress.Security.EscapeOutput -- The bytes of the service.
		flush();
		return strlen( $part );
	}

	/** Lets others know that the service is slow; curl calls this again and again. */
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
		// Others may have begun to keep, compress or change what is printed.
		while ( ( ob_get_status()['flags'] ?? 0 ) & PHP_OUTPUT_HANDLER_REMOVABLE ) {
			ob_end_clean();
		}
		if ( function_exists( 'ini_set' ) ) {
			// phpcs:disable WordPress.PHP.IniSet -- PHP adds a type and a charset of its own.
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
		// What the caches of web servers go by; these take it away.
		$software = self::server( 'SERVER_SOFTWARE' );
		if ( stripos( $software, 'nginx' ) !== false ) {
			header( 'X-Accel-Expires: 0' );
		} elseif ( stripos( $software, 'litespeed' ) !== false ) {
			header( 'X-LiteSpeed-Cache-Control: no-cache' );
		}
		// Last, because some headers change it; PHP does not know the names of all.
		header( wp_get_server_protocol() . " $status " . get_status_header_desc( $status ), true, $status );
	}

	/** Answers in place of a service that is away, unless WordPress is to answer. */
	private function tell_away(): bool {
		if ( in_array( 503, $this->left, true ) ) {
			return false;
		}
		return $this->refuse_as( 'service_not_ready', self::PAUSE );
	}

	/** Answers that all places are taken, unless WordPress is to answer. */
	private function tell_busy(): bool {
		if ( in_array( 503, $this->left, true ) ) {
			return false;
		}
		$hint = 'Retry in ' . self::BUSY . ' second, and send fewer requests at once.';
		return $this->refuse( 503, 'service_busy', 'Too many requests are waiting for the service', $hint, self::BUSY );
	}

	/** Answers with an error as the service has them. */
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

	/** Answers with a refusal of the table, at an OAuth endpoint in the form of OAuth. */
	private function refuse_as( string $code, int $retry_after = 0 ): bool {
		$refusal = self::REFUSALS[ $code ];
		$form    = strncmp( $this->target, '/oauth/', 7 ) === 0 ? 'oauth' : 'api';
		return $this->send_refusal( $refusal['status'], $refusal[ $form ], $retry_after );
	}

	/** Sends a refusal with the headers that every answer of the service has. */
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
	 * Takes a place for one request to the service; null when none is free. Waiting for one would hold a PHP worker.
	 *
	 * The database frees it when this process ends, however that is. A database without such locks has no limit.
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

	/** Number of requests to the service at once: a quarter of the PHP workers, at least one. */
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

	/** Gives a place back. */
	private function release_place( string $place ): void {
		$wpdb = $GLOBALS['wpdb'];
		if ( '' !== $place ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $place ) );
		}
	}
}
