<?php
/**
 * Test of the gateway: this site sends requests to its own public addresses, as clients do.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Gateway_Trial {

	/** Paths that hosts treat differently. */
	private const SAMPLES = [ '/wp-json/agentes/v1', '/openapi.json', '/agents.md', '/llms.txt', '/mcp', '/.well-known/api-catalog' ];

	private const QUOTA    = Service::API . '/quota';
	private const METERED  = '/get_company_info';
	private const PATIENCE = 5;

	/** Faults with advice, ready to be escaped. */
	public static function faults(): array {
		if ( ! function_exists( 'curl_init' ) ) {
			return [ self::without_curl() ];
		}
		$all = [ self::fault_of_addresses(), self::fault_of_authorization(), self::fault_of_cache(), self::fault_of_secret() ];
		return array_values( array_filter( $all ) );
	}

	/** Advice for a PHP without curl. */
	public static function without_curl(): string {
		return __( 'PHP has no curl here, which the gateway needs: ask the host to switch the extension on.', 'content-service' );
	}

	/** Detects addresses that do not reach the gateway. */
	private static function fault_of_addresses(): ?string {
		$lost = [];
		foreach ( self::SAMPLES as $path ) {
			$answer = self::ask( $path );
			if ( is_wp_error( $answer ) ) {
				/* translators: 1: path, 2: message of the HTTP API. */
				return sprintf( __( 'This site cannot ask itself for %1$s: %2$s', 'content-service' ), $path, $answer->get_error_message() );
			}
			if ( '' === wp_remote_retrieve_header( $answer, 'x-request-id' ) ) {
				$lost[] = $path . ' (' . wp_remote_retrieve_response_code( $answer ) . ')';
			}
		}
		if ( [] === $lost ) {
			return null;
		}
		$advice = __( 'The web server keeps them to itself. Apache and LiteSpeed: put these lines at the top of .htaccess in the folder of the domain. nginx: ask the host for the last two lines.', 'content-service' );
		/* translators: %s: paths. */
		return sprintf( __( 'These addresses do not reach the gateway: %s.', 'content-service' ), implode( ', ', $lost ) ) . "\n$advice\n" . self::rules();
	}

	/** Rules for web servers that handle these addresses before PHP. */
	public static function rules(): string {
		$index  = (string) wp_parse_url( home_url( '/' ), PHP_URL_PATH ) . 'index.php';
		$any_of = static function ( array $paths ): string {
			$quoted = array_map( static fn( string $path ) => preg_quote( substr( $path, 1 ), '~' ), $paths );
			// PCRE escapes the hyphen; web servers do not.
			return str_replace( '\-', '-', implode( '|', $quoted ) );
		};
		$whole  = $any_of( array_diff( Gateway::ADDRESSES, [ '/agents.md', '/auth.md' ] ) );
		$begun  = $any_of( Gateway::PREFIXES );
		return "RewriteEngine On\n"
			. "RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]\n"
			. "RewriteCond %{REQUEST_FILENAME} !-f\n"
			. "RewriteRule ^(?:(?:$whole)$|$begun|.*\\.md$) $index [L]\n\n"
			. "location ^~ /.well-known/ { try_files \$uri $index?\$args; }\n"
			. "location ~ ^/(?:.*\\.md|openapi\\.json|llms\\.txt)$ { try_files \$uri $index?\$args; }";
	}

	/** Detects a lost Authorization header: the service must refuse an invalid token. */
	private static function fault_of_authorization(): ?string {
		$answer = self::ask( self::QUOTA, [ 'Authorization' => 'Bearer content-service-trial' ] );
		$body   = json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( ! is_array( $body ) || 'rest_not_logged_in' !== ( $body['code'] ?? '' ) ) {
			return null;
		}
		return __( 'The web server keeps the header Authorization from PHP. Put this line at the top of .htaccess, or ask the host for CGIPassAuth On:', 'content-service' )
			. "\nSetEnvIf Authorization \"(.*)\" HTTP_AUTHORIZATION=\$1";
	}

	/** Detects a cache: no two responses have the same number. */
	private static function fault_of_cache(): ?string {
		$path   = Service::API . self::METERED . '?section=contact';
		$number = wp_remote_retrieve_header( self::ask( $path ), 'x-request-id' );
		if ( '' === $number || wp_remote_retrieve_header( self::ask( $path ), 'x-request-id' ) !== $number ) {
			return null;
		}
		return __( 'A cache of the host keeps answers of the service: ask it to leave /wp-json/agentes/, /mcp, /oauth/ and /api/ out, then empty it.', 'content-service' );
	}

	/** Detects a wrong secret: visitors of different networks must have separate quotas. */
	private static function fault_of_secret(): ?string {
		foreach ( [ 1, 2 ] as $turn ) {
			$visitor = '2001:db8:' . dechex( random_int( 0, 0xffff ) ) . ':' . dechex( random_int( 0, 0xffff ) ) . '::1';
			$answer  = Service::get( self::METERED, [ 'section' => 'contact' ], $visitor, self::PATIENCE );
			$limit   = wp_remote_retrieve_header( $answer, 'ratelimit-limit' );
			$left    = wp_remote_retrieve_header( $answer, 'ratelimit-remaining' );
			if ( '' !== $limit && (int) $left < (int) $limit - 1 ) {
				return __( 'The service does not know the visitors of the gateway, who all share one quota: give it the secret as GATEWAY_SECRET, and compare the clocks.', 'content-service' );
			}
		}
		return null;
	}

	/**
	 * Response of a public address.
	 *
	 * @return array|\WP_Error
	 */
	private static function ask( string $path, array $headers = [] ) {
		return wp_remote_get(
			Links::origin() . $path,
			[
				'timeout'     => self::PATIENCE,
				'redirection' => 0,
				'user-agent'  => Service::USER_AGENT,
				'headers'     => $headers,
				// The default of WordPress for requests to itself.
				'sslverify'   => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
			]
		);
	}
}
