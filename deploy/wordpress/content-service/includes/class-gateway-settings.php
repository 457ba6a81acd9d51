<?php
/**
 * Settings of gateway and links.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

/**
 * Rows of the settings page: gateway, links, types.
 */
final class Gateway_Settings {

	/**
	 * Values that were sent with the form; the caller has checked the nonce.
	 *
	 * @return array<string, mixed>
	 */
	public static function given(): array {
		// phpcs:disable WordPress.Security.NonceVerification
		$types = isset( $_POST['content_service_types'] ) ? sanitize_text_field( wp_unslash( $_POST['content_service_types'] ) ) : '';
		return [
			'gateway' => isset( $_POST['content_service_gateway'] ),
			'links'   => isset( $_POST['content_service_links'] ),
			'types'   => preg_match( '~^[\w-]+(?:\s*,\s*[\w-]+)*$~', $types ) ? $types : Options::get( 'types' ),
		];
		// phpcs:enable
	}

	/**
	 * Prints the rows.
	 */
	public static function render(): void {
		?>
		<tr>
			<th scope="row"><?php esc_html_e( 'Gateway', 'content-service' ); ?></th>
			<td>
				<?php self::render_box( 'gateway', __( 'Answer the addresses of the service from here', 'content-service' ) ); ?>
				<p class="description"><?php esc_html_e( 'Where the web server cannot be told to pass them on. The service needs the secret as GATEWAY_SECRET too.', 'content-service' ); ?></p>
				<?php if ( ! function_exists( 'curl_init' ) ) : ?>
					<p class="description"><?php echo esc_html( Gateway_Trial::without_curl() ); ?></p>
				<?php endif; ?>
			</td>
		</tr>
		<tr>
			<th scope="row"><?php esc_html_e( 'Links', 'content-service' ); ?></th>
			<td>
				<?php self::render_box( 'links', __( 'Lead agents from pages and robots.txt to the service', 'content-service' ) ); ?>
				<p>
					<label for="content_service_types"><?php esc_html_e( 'Types that the service reads (its SYNC_TYPES):', 'content-service' ); ?></label>
					<input type="text" class="regular-text code" id="content_service_types" name="content_service_types"
						value="<?php echo esc_attr( (string) Options::get( 'types' ) ); ?>">
				</p>
			</td>
		</tr>
		<?php
	}

	/**
	 * Prints a box to tick.
	 *
	 * @param string $key   Key of the option.
	 * @param string $label Label.
	 */
	private static function render_box( string $key, string $label ): void {
		?>
		<label>
			<input type="checkbox" name="content_service_<?php echo esc_attr( $key ); ?>" value="1" <?php checked( (bool) Options::get( $key ) ); ?>>
			<?php echo esc_html( $label ); ?>
		</label>
		<?php
	}
}
