<?php
/**
 * Signatures.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

/**
 * Signatures by which the service knows this site: HMAC-SHA-256 over lines, of which the first names the purpose.
 */
final class Signature {

	/**
	 * Value of a header that signs a text: time, nonce and signature, separated by full stops.
	 *
	 * @param string $purpose Purpose, so that what was signed for one thing is of no use for another.
	 * @param string $text    Text that is signed.
	 */
	public static function of( string $purpose, string $text ): string {
		$time  = (string) time();
		$nonce = bin2hex( random_bytes( 16 ) );
		$lines = implode( "\n", [ $purpose, $time, $nonce, $text ] );
		return "$time.$nonce." . hash_hmac( 'sha256', $lines, Options::secret() );
	}
}
