<?php
/**
 * Reserved addresses: link-local networks and the metadata services of cloud providers. The plugin sends requests of
 * visitors to the address in its settings. At a metadata service they would read the credentials of the machine.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Reserved_Address {

	/** Metadata services outside the link-local networks (AWS over IPv6, Alibaba Cloud, Azure, Oracle Cloud). */
	private const METADATA = [ 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192' ];

	/** IPv4 formats that curl parses too: hexadecimal, octal, or fewer than four numbers. Such an address is refused. */
	private const NUMBERS = '~^(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+)){0,3}$~i';

	/** True if the host of this URL is reserved, or currently resolves to a reserved address. */
	public static function is_meant( string $url ): bool {
		$host = trim( (string) wp_parse_url( $url, PHP_URL_HOST ), '[]' );
		if ( preg_match( self::NUMBERS, $host ) && ! filter_var( $host, FILTER_VALIDATE_IP ) ) {
			return true;
		}
		foreach ( self::addresses( $host ) as $address ) {
			if ( self::is_reserved( $address ) ) {
				return true;
			}
		}
		return false;
	}

	/** Addresses of a host, in packed form. */
	private static function addresses( string $host ): array {
		if ( strpos( $host, ':' ) !== false ) {
			$packed = inet_pton( $host );
			return false === $packed ? [] : [ $packed ];
		}
		$texts = gethostbynamel( $host );
		$texts = false === $texts ? [] : $texts;
		// phpcs:ignore WordPress.PHP.NoSilencedErrors -- A resolver reports its failure as a warning.
		$records = function_exists( 'dns_get_record' ) && ! filter_var( $host, FILTER_VALIDATE_IP ) ? @dns_get_record( $host, DNS_AAAA ) : [];
		foreach ( is_array( $records ) ? $records : [] as $record ) {
			$texts[] = $record['ipv6'] ?? '';
		}
		return array_filter( array_map( 'inet_pton', array_filter( $texts ) ) );
	}

	/** True for a packed address of a reserved network, also as an IPv4-mapped IPv6 address. */
	private static function is_reserved( string $packed ): bool {
		if ( strlen( $packed ) === 16 && strncmp( $packed, str_repeat( "\0", 10 ) . "\xff\xff", 12 ) === 0 ) {
			$packed = substr( $packed, 12 );
		}
		if ( in_array( $packed, array_map( 'inet_pton', self::METADATA ), true ) ) {
			return true;
		}
		return strlen( $packed ) === 4
			? strncmp( $packed, "\xa9\xfe", 2 ) === 0
			: "\xfe" === $packed[0] && ( ord( $packed[1] ) & 0xc0 ) === 0x80;
	}
}
