<?php
/**
 * Settings.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

/**
 * Settings of this site: one option, and the constants of wp-config.php, which win.
 *
 * On a network the constants are those of the main site, because each site has a service of its own.
 */
final class Options {

	const NAME = 'content_service';

	private const CONSTANTS = [
		'url'    => 'CONTENT_SERVICE_URL',
		'secret' => 'CONTENT_SERVICE_SECRET',
	];

	private const DEFAULTS = [
		'url'     => '',
		'secret'  => '',
		'gateway' => false,
		'links'   => true,
		'types'   => 'pages',
	];

	/**
	 * Private address of the service, such as http://127.0.0.1:8080, without a slash at its end; empty when there is none.
	 */
	public static function url(): string {
		return untrailingslashit( self::text( 'url' ) );
	}

	/**
	 * Secret that the service has as REFRESH_SECRET and GATEWAY_SECRET; empty when there is none.
	 */
	public static function secret(): string {
		return self::text( 'secret' );
	}

	/**
	 * True when the service can be told anything.
	 */
	public static function are_complete(): bool {
		return self::url() !== '' && self::secret() !== '';
	}

	/**
	 * True when a constant of wp-config.php decides.
	 *
	 * @param string $key A key of the option.
	 */
	public static function is_constant( string $key ): bool {
		return isset( self::CONSTANTS[ $key ] ) && defined( self::CONSTANTS[ $key ] ) && is_main_site();
	}

	/**
	 * Value of the option alone, or its default.
	 *
	 * @param string $key A key of the option.
	 * @return mixed
	 */
	public static function get( string $key ) {
		$stored = get_option( self::NAME );
		return is_array( $stored ) && isset( $stored[ $key ] ) ? $stored[ $key ] : ( self::DEFAULTS[ $key ] ?? null );
	}

	/**
	 * Stores some keys, and keeps the others.
	 *
	 * @param array<string, mixed> $changes Values by key.
	 */
	public static function update( array $changes ): void {
		$stored = get_option( self::NAME );
		update_option( self::NAME, array_merge( is_array( $stored ) ? $stored : [], $changes ) );
	}

	/**
	 * Value of a constant, else of the option.
	 *
	 * @param string $key A key of the option.
	 */
	private static function text( string $key ): string {
		$value = self::is_constant( $key ) ? constant( self::CONSTANTS[ $key ] ) : self::get( $key );
		return is_string( $value ) ? trim( $value ) : '';
	}
}
