<?php
/**
 * Settings of this site: one option, the secret in an option that is not autoloaded, and the constants of wp-config.php, which win.
 *
 * On a network the constants are those of the main site, because each site has a service of its own.
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
		'types'   => 'pages',
	];

	/** Private address of the service, such as http://127.0.0.1:8080, without a slash at its end; empty when there is none. */
	public static function url(): string {
		return untrailingslashit( self::text( 'url' ) );
	}

	/**
	 * Headers by which a service of many sites knows which of them this is: behind TLS there is a web server that has to know its
	 * own name.
	 */
	public static function host_headers(): array {
		$name = strncmp( self::url(), 'https:', 6 ) === 0 ? 'Content-Service-Host' : 'Host';
		return [ $name => self::host() ];
	}

	/** Name of this site, with its port if that is not the usual one. */
	public static function host(): string {
		$home = wp_parse_url( (string) get_option( 'home' ) );
		$home = is_array( $home ) ? $home : [];
		return ( $home['host'] ?? '' ) . ( isset( $home['port'] ) ? ':' . $home['port'] : '' );
	}

	/** Secret that the service has as REFRESH_SECRET and GATEWAY_SECRET; empty when there is none. */
	public static function secret(): string {
		return self::text( 'secret' );
	}

	/** True when the service can be told anything. */
	public static function are_complete(): bool {
		return self::url() !== '' && self::secret() !== '';
	}

	/** True when a constant of wp-config.php decides. */
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

	/** Value of the option alone, or its default. */
	public static function get( string $key ) {
		return self::stored()[ $key ] ?? self::DEFAULTS[ $key ];
	}

	/** Stores some keys, and keeps the others. */
	public static function update( array $changes ): void {
		update_option( self::NAME, array_merge( self::stored(), $changes ) );
	}

	/** The option. */
	private static function stored(): array {
		$stored = get_option( self::NAME );
		return is_array( $stored ) ? $stored : [];
	}

	/** Value of a constant, else of the option. */
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
