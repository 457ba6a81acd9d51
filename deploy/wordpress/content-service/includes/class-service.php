<?php
/**
 * Requests of this site to the operations of the service, at its private address.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Service {

	const API = '/wp-json/agentes/v1';

	/** User-Agent of requests of the plugin itself, which the service leaves out of its insights. */
	public const USER_AGENT = 'wordpress-content-service (plugin)';

	/** Bytes of a response that are read. */
	private const LONGEST = 1048576;

	/**
	 * Response of an operation. `$visitor` is the address whose quota counts, if the service accepts the signatures of the
	 * gateway; an empty string uses the quota of this machine.
	 *
	 * @return array|\WP_Error Response of the HTTP API of WordPress.
	 */
	public static function get( string $operation, array $arguments, string $visitor, int $seconds ) {
		$path    = self::API . $operation;
		$headers = Options::host_headers();
		if ( '' !== $visitor ) {
			$headers['Content-Service-Gateway'] = Gateway::signed( 'GET', $path, $visitor );
		}
		return wp_remote_get(
			Options::url() . $path . '?' . http_build_query( $arguments, '', '&', PHP_QUERY_RFC3986 ),
			[
				'timeout'             => $seconds,
				'redirection'         => 0,
				'limit_response_size' => self::LONGEST,
				'user-agent'          => self::USER_AGENT,
				'headers'             => $headers,
			]
		);
	}
}
