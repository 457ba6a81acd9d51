<?php
/**
 * Settings of this site: an option, a secret in an option that is not autoloaded, and constants of wp-config.php, which
 * override both. On a network the constants apply to the main site, because each site has a separate service.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Options {

	private const NAME   = 'content_service';
	private const SECRET = 'content_service_secret';

	private const CONSTANTS = [
		'url'    => 'CONTENT_SERVICE_URL',
		'secret' => 'CONTENT_SERVICE_SECRET',
	];

	private const DEFAULTS = [
		'url'     => '',
		'gateway' => false,
		'links'   => true,
		'webmcp'  => false,
		'types'   => 'pages',
	];

	/**
	 * Private address of the service without a trailing slash, such as http://127.0.0.1:8080; an empty string by default.
	 */
	public static function url(): string {
		return untrailingslashit( self::text( 'url' ) );
	}

	/**
	 * Headers that identify this site for a service of many sites: behind TLS, the web server needs its own name in Host.
	 */
	public static function host_headers(): array {
		$name = strncmp( self::url(), 'https:', 6 ) === 0 ? 'Content-Service-Host' : 'Host';
		return [ $name => self::host() ];
	}

	/** Host of this site, with its port unless it is the default port. */
	public static function host(): string {
		$home = wp_parse_url( (string) get_option( 'home' ) );
		$home = is_array( $home ) ? $home : [];
		return ( $home['host'] ?? '' ) . ( isset( $home['port'] ) ? ':' . $home['port'] : '' );
	}

	/** URL of a file of the plugin. */
	public static function file_url( string $file ): string {
		return plugins_url( $file, dirname( __DIR__ ) . '/content-service.php' );
	}

	/** Secret, the REFRESH_SECRET and GATEWAY_SECRET of the service; an empty string by default. */
	public static function secret(): string {
		return self::text( 'secret' );
	}

	/** True if the plugin can send messages. */
	public static function are_complete(): bool {
		return self::url() !== '' && self::secret() !== '';
	}

	/** True if a constant of wp-config.php sets the option. */
	public static function is_constant( string $key ): bool {
		return isset( self::CONSTANTS[ $key ] ) && defined( self::CONSTANTS[ $key ] ) && is_main_site();
	}

	/** Stores the secret, which is read only to sign. */
	public static function set_secret( string $secret ): void {
		update_option( self::SECRET, $secret, false );
	}

	/** Moves a secret that version 1.0 stored with the settings. */
	public static function move_secret(): void {
		$stored = self::stored();
		if ( isset( $stored['secret'] ) ) {
			if ( get_option( self::SECRET ) === false ) {
				self::set_secret( (string) $stored['secret'] );
			}
			unset( $stored['secret'] );
			update_option( self::NAME, $stored );
		}
	}

	/** Value of the option or its default, without constants. */
	public static function get( string $key ) {
		return self::stored()[ $key ] ?? self::DEFAULTS[ $key ];
	}

	/** Stores some fields of the option. */
	public static function update( array $changes ): void {
		update_option( self::NAME, array_merge( self::stored(), $changes ) );
	}

	/** The stored option. */
	private static function stored(): array {
		$stored = get_option( self::NAME );
		return is_array( $stored ) ? $stored : [];
	}

	/** Value of a constant, or of the option. */
	private static function text( string $key ): string {
		if ( self::is_constant( $key ) ) {
			$value = constant( self::CONSTANTS[ $key ] );
		} elseif ( 'secret' === $key ) {
			$value = get_option( self::SECRET, self::stored()['secret'] ?? '' );
		} else {
			$value = self::get( $key );
		}
		return is_string( $value ) ? trim( $value ) : '';
	}
}
