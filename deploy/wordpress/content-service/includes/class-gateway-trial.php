<?php
/**
 * Trial of the gateway.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

/**
 * Trial of the way to the service: this site asks its own public addresses, as strangers do.
 */
final class Gateway_Trial {

	/**
	 * Name among the tests of Site Health.
	 */
	private const TEST = 'content-service-gateway';

	/**
	 * An address of each kind that hosts treat in their own way.
	 */
	private const SAMPLES = [ '/wp-json/agentes/v1', '/openapi.json', '/agents.md', '/llms.txt', '/mcp', '/.well-known/api-catalog' ];

	private const QUOTA    = '/wp-json/agentes/v1/quota';
	private const METERED  = '/wp-json/agentes/v1/get_company_info?section=contact';
	private const PATIENCE = 5;

	/**
	 * Registers the test.
	 */
	public static function register(): void {
		add_filter( 'site_status_tests', [ self::class, 'add_test' ] );
		add_action( 'wp_ajax_health-check-' . self::TEST, [ self::class, 'answer' ] );
	}

	/**
	 * Adds the test to those that Site Health runs in the background.
	 *
	 * @param array $tests Tests.
	 * @return array
	 */
	public static function add_test( $tests ) {
		if ( Gateway::is_wanted() ) {
			$tests['async'][ self::TEST ] = [
				'label'             => __( 'Gateway to the content service', 'content-service' ),
				'test'              => self::TEST,
				'async_direct_test' => [ self::class, 'test' ],
			];
		}
		return $tests;
	}

	/**
	 * Answers the browser of Site Health.
	 */
	public static function answer(): void {
		check_ajax_referer( 'health-check-site-status' );
		if ( ! current_user_can( 'view_site_health_checks' ) ) {
			wp_send_json_error();
		}
		wp_send_json_success( self::test() );
	}

	/**
	 * Result, as Site Health has it.
	 */
	public static function test(): array {
		$faults = self::faults();
		$lines  = $faults === [] ? [ __( 'Each kind of address arrives, with its Authorization, and visitors are counted apart.', 'content-service' ) ] : $faults;
		return [
			'label'       => $faults === []
				? __( 'The gateway leads to the content service', 'content-service' )
				: __( 'The gateway does not lead to the content service', 'content-service' ),
			'status'      => $faults === [] ? 'good' : 'recommended',
			'badge'       => [
				'label' => __( 'Content service', 'content-service' ),
				'color' => 'blue',
			],
			'description' => '<p>' . implode( '</p><p>', array_map( 'nl2br', array_map( 'esc_html', $lines ) ) ) . '</p>',
			'test'        => self::TEST,
		];
	}

	/**
	 * Faults, each with what to do, ready to be escaped.
	 *
	 * @return string[]
	 */
	public static function faults(): array {
		if ( ! function_exists( 'curl_init' ) ) {
			return [ self::without_curl() ];
		}
		return array_values( array_filter( [ self::fault_of_addresses(), self::fault_of_authorization(), self::fault_of_cache(), self::fault_of_secret() ] ) );
	}

	/**
	 * Advice for a PHP that lacks curl.
	 */
	public static function without_curl(): string {
		return __( 'PHP has no curl here, which the gateway needs: ask the host to switch the extension on.', 'content-service' );
	}

	/**
	 * Addresses that end elsewhere.
	 */
	private static function fault_of_addresses(): ?string {
		$lost = [];
		foreach ( self::SAMPLES as $path ) {
			$answer = self::ask( $path );
			if ( is_wp_error( $answer ) ) {
				/* translators: 1: path, 2: message of the HTTP API. */
				return sprintf( __( 'This site cannot ask itself for %1$s: %2$s', 'content-service' ), $path, $answer->get_error_message() );
			}
			if ( (string) wp_remote_retrieve_header( $answer, 'x-request-id' ) === '' ) {
				$lost[] = $path . ' (' . wp_remote_retrieve_response_code( $answer ) . ')';
			}
		}
		if ( $lost === [] ) {
			return null;
		}
		$advice = __( 'The web server keeps them to itself. Apache and LiteSpeed: put these lines at the top of .htaccess in the folder of the domain. nginx: ask the host for the last two lines.', 'content-service' );
		/* translators: %s: paths. */
		return sprintf( __( 'These addresses do not reach the gateway: %s.', 'content-service' ), implode( ', ', $lost ) ) . "\n$advice\n" . self::rules();
	}

	/**
	 * Lines for web servers that keep addresses from PHP.
	 */
	public static function rules(): string {
		$index = (string) wp_parse_url( home_url( '/' ), PHP_URL_PATH ) . 'index.php';
		$quote = static function ( string $path ): string {
			return preg_quote( substr( $path, 1 ), '~' );
		};
		// PCRE escapes the hyphen, which web servers show as it is.
		$any = str_replace( '\-', '-', implode( '|', array_map( $quote, array_diff( Gateway::ADDRESSES, [ '/agents.md', '/auth.md' ] ) ) ) );
		$all = str_replace( '\-', '-', implode( '|', array_map( $quote, Gateway::PREFIXES ) ) );
		return "RewriteEngine On\n"
			. "RewriteRule .* - [E=HTTP_AUTHORIZATION:%{HTTP:Authorization}]\n"
			. "RewriteCond %{REQUEST_FILENAME} !-f\n"
			. "RewriteRule ^(?:(?:$any)$|$all|.*\\.md$) $index [L]\n\n"
			. "location ^~ /.well-known/ { try_files \$uri $index?\$args; }\n"
			. "location ~ ^/(?:.*\\.md|openapi\\.json|llms\\.txt)$ { try_files \$uri $index?\$args; }";
	}

	/**
	 * An Authorization that is lost on the way: a wrong token must be refused as such.
	 */
	private static function fault_of_authorization(): ?string {
		$answer = self::ask( self::QUOTA, [ 'Authorization' => 'Bearer content-service-trial' ] );
		$body   = is_wp_error( $answer ) ? null : json_decode( wp_remote_retrieve_body( $answer ), true );
		if ( ! is_array( $body ) || ( $body['code'] ?? '' ) !== 'rest_not_logged_in' ) {
			return null;
		}
		return __( 'The web server keeps the header Authorization from PHP. Put this line at the top of .htaccess, or ask the host for CGIPassAuth On:', 'content-service' )
			. "\nSetEnvIf Authorization \"(.*)\" HTTP_AUTHORIZATION=\$1";
	}

	/**
	 * A cache that keeps answers: no two have the same number.
	 */
	private static function fault_of_cache(): ?string {
		$numbers = [];
		foreach ( [ 1, 2 ] as $turn ) {
			$answer    = self::ask( self::METERED );
			$numbers[] = is_wp_error( $answer ) ? "$turn" : (string) wp_remote_retrieve_header( $answer, 'x-request-id' );
		}
		if ( $numbers[0] === '' || $numbers[0] !== $numbers[1] ) {
			return null;
		}
		return __( 'A cache of the host keeps answers of the service: ask it to leave /wp-json/agentes/, /mcp, /oauth/ and /api/ out, then empty it.', 'content-service' );
	}

	/**
	 * A secret that the service does not have: visitors of different networks must have quotas of their own.
	 */
	private static function fault_of_secret(): ?string {
		foreach ( [ 1, 2 ] as $turn ) {
			$visitor = '2001:db8:' . dechex( random_int( 0, 0xffff ) ) . ':' . dechex( random_int( 0, 0xffff ) ) . '::1';
			$answer  = wp_remote_get(
				Options::url() . self::METERED,
				[
					'timeout' => self::PATIENCE,
					'headers' => [ 'Content-Service-Gateway' => Gateway::signed( 'GET', explode( '?', self::METERED )[0], $visitor ) ],
				]
			);
			$limit   = is_wp_error( $answer ) ? '' : (string) wp_remote_retrieve_header( $answer, 'ratelimit-limit' );
			$left    = is_wp_error( $answer ) ? '' : (string) wp_remote_retrieve_header( $answer, 'ratelimit-remaining' );
			if ( $limit !== '' && (int) $left < (int) $limit - 1 ) {
				return __( 'The service does not know the visitors of the gateway, who all share one quota: give it the secret as GATEWAY_SECRET, and compare the clocks.', 'content-service' );
			}
		}
		return null;
	}

	/**
	 * Answer of one of the public addresses.
	 *
	 * @param string                $path    Path.
	 * @param array<string, string> $headers Headers.
	 * @return array|\WP_Error
	 */
	private static function ask( string $path, array $headers = [] ) {
		preg_match( '~^https?://[^/?#]+~i', home_url( '/' ), $origin );
		return wp_remote_get(
			( $origin[0] ?? '' ) . $path,
			[
				'timeout'     => self::PATIENCE,
				'redirection' => 0,
				'headers'     => $headers,
				// As WordPress asks itself.
				'sslverify'   => apply_filters( 'https_local_ssl_verify', false ), // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals
			]
		);
	}
}
