<?php
/**
 * Handles requests for the public addresses of the service, on hosts without access to the web server. It runs before
 * plugins and theme load, and does not affect further requests.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Gateway {

	/** Public paths of the service, and path prefixes (deploy/nginx.conf, part 2). */
	const ADDRESSES = [
		'/wp-json/agentes/v1',
		'/agent/identity',
		'/mcp',
		'/openapi.json',
		'/agents.md',
		'/auth.md',
		'/llms.txt',
		'/readyz',
		'/.well-known/oauth-authorization-server',
		'/.well-known/oauth-protected-resource',
		'/.well-known/api-catalog',
		'/.well-known/ard.json',
		'/.well-known/ai-catalog.json',
	];
	const PREFIXES  = [
		'/wp-json/agentes/v1/',
		'/oauth/',
		'/mcp/',
		'/api/',
		'/.well-known/oauth-protected-resource/',
		'/.well-known/mcp/',
		'/.well-known/agent-skills/',
	];

	/** Paths below /.well-known/ that may be files of the service; otherwise WordPress responds. */
	private const FILE = '~^/\.well-known/[^/]+$~';

	/** Pages as Markdown, except paths that are never a page. */
	private const MARKDOWN = '~^/(?!.*/\.)[^.].*\.md$~';
	private const NO_PAGE  = '~/\.|/wp-(?:admin|content|includes|json)(?:/|$)|\.php(?:/|$)~';

	/**
	 * Statuses after which WordPress responds: to a request for a file, for a page that may be Markdown, and for a path
	 * that ends with .md.
	 */
	private const NOT_THERE       = [ 400, 404, 405, 500, 502, 503, 504 ];
	private const NO_SUCH_ADDRESS = [ 400, 404, 405 ];

	/** Handles the request and exits, if it is for the service. */
	public static function answer(): void {
		// Only the front page of WordPress sets this constant: not wp-admin, wp-login.php, wp-cron.php, xmlrpc.php or WP-CLI.
		if ( ! defined( 'WP_USE_THEMES' ) || ! WP_USE_THEMES || headers_sent() ) {
			return;
		}
		// phpcs:disable WordPress.Security.ValidatedSanitizedInput -- Passed on unchanged, before WordPress adds slashes.
		$method = (string) ( $_SERVER['REQUEST_METHOD'] ?? '' );
		$target = (string) ( $_SERVER['REQUEST_URI'] ?? '' );
		$accept = (string) ( $_SERVER['HTTP_ACCEPT'] ?? '' );
		// phpcs:enable
		$left = self::statuses_left( $method, explode( '?', $target, 2 )[0], $accept );
		// A different target would change the requested host.
		if ( null === $left || strncmp( $target, '/', 1 ) !== 0 || ! self::is_on() || ! preg_match( '~^[A-Za-z]{1,20}$~', $method ) ) {
			return;
		}
		self::keep_out_of_caches();
		require_once __DIR__ . '/class-exchange.php';
		$exchange = new Exchange( $method, $target, $left );
		if ( $exchange->run() ) {
			self::finish();
		}
	}

	/** True if the gateway is enabled and its requirements are met. */
	public static function is_on(): bool {
		return self::is_wanted() && function_exists( 'curl_init' );
	}

	/** True if the gateway is enabled and the address of the service is set. */
	public static function is_wanted(): bool {
		return Options::get( 'gateway' ) && Options::are_complete();
	}

	/**
	 * Value of the header that identifies a visitor of the gateway; `$hops` are as in X-Forwarded-For, the visitor last.
	 */
	public static function signed( string $method, string $path, string $hops ): string {
		$time = (string) time();
		$text = implode( "\n", [ 'content-service-gateway-1', $time, $method, $path, $hops ] );
		return "$time " . hash_hmac( 'sha256', $text, Options::secret() ) . " $hops";
	}

	/** Statuses that WordPress handles; null if the request is not for the service. */
	private static function statuses_left( string $method, string $path, string $accept ): ?array {
		if ( in_array( $path, self::ADDRESSES, true ) ) {
			return [];
		}
		foreach ( self::PREFIXES as $prefix ) {
			if ( strncmp( $path, $prefix, strlen( $prefix ) ) === 0 ) {
				return [];
			}
		}
		if ( 'GET' !== $method && 'HEAD' !== $method ) {
			return null;
		}
		if ( preg_match( self::FILE, $path ) ) {
			return self::NOT_THERE;
		}
		if ( preg_match( self::MARKDOWN, $path ) ) {
			return self::NO_SUCH_ADDRESS;
		}
		// The service parses the Accept header; browsers never request Markdown.
		$may_want_markdown = stripos( $accept, 'text/markdown' ) !== false && ! preg_match( self::NO_PAGE, $path );
		return $may_want_markdown ? self::NOT_THERE : null;
	}

	/** Excludes this request and its response from page caches. */
	private static function keep_out_of_caches(): void {
		// Flags of WP Super Cache, W3 Total Cache, WP Rocket, LiteSpeed Cache, WP Fastest Cache, Cache Enabler and similar
		// plugins.
		foreach ( [ 'DONOTCACHEPAGE', 'DONOTMINIFY', 'DONOTROCKETOPTIMIZE' ] as $name ) {
			if ( ! defined( $name ) ) {
				define( $name, true ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- Names of others.
			}
		}
	}

	/** Ends the request and discards further output. */
	private static function finish(): void {
		foreach ( [ 'fastcgi_finish_request', 'litespeed_finish_request' ] as $finish ) {
			if ( function_exists( $finish ) ) {
				$finish();
			}
		}
		exit;
	}
}
