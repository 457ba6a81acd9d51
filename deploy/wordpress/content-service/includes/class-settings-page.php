<?php
/**
 * Settings page: address, gateway, links, secret and state.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Settings_Page {

	private const SLUG       = 'content-service';
	private const CAPABILITY = 'manage_options';

	/** New secret, which only this response shows. */
	private static string $new_secret = '';

	/** Adds the page to the menu. */
	public static function register(): void {
		add_action(
			'admin_menu',
			static function () {
				$title = __( 'Content Service', 'content-service' );
				$hook  = add_options_page( $title, $title, self::CAPABILITY, self::SLUG, [ self::class, 'render' ] );
				add_action( "load-$hook", [ self::class, 'save' ] );
			}
		);
	}

	/** URL of the page. */
	public static function url(): string {
		return admin_url( 'options-general.php?page=' . self::SLUG );
	}

	/** Validates and stores the form, or creates a new secret. */
	public static function save(): void {
		if ( ! isset( $_POST['content_service_do'] ) ) {
			return;
		}
		check_admin_referer( self::SLUG );
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( '', '', [ 'response' => 403 ] );
		}
		if ( 'secret' === $_POST['content_service_do'] ) {
			self::$new_secret = bin2hex( random_bytes( 32 ) );
			Options::set_secret( self::$new_secret );
			return;
		}
		$given = isset( $_POST['content_service_url'] ) ? sanitize_text_field( wp_unslash( $_POST['content_service_url'] ) ) : '';
		if ( '' !== $given && ! self::is_address( $given ) ) {
			add_settings_error( self::SLUG, 'address', __( 'The address begins with http:// or https:// and has no path, such as http://127.0.0.1:8080.', 'content-service' ) );
			return;
		}
		if ( '' !== $given && Reserved_Address::is_meant( $given ) ) {
			add_settings_error( self::SLUG, 'address', __( 'Link-local addresses and the metadata addresses of cloud providers are refused. Enter the address of the service.', 'content-service' ) );
			return;
		}
		$types = isset( $_POST['content_service_types'] ) ? sanitize_text_field( wp_unslash( $_POST['content_service_types'] ) ) : '';
		Options::update(
			[
				'url'     => untrailingslashit( $given ),
				'gateway' => isset( $_POST['content_service_gateway'] ),
				'links'   => isset( $_POST['content_service_links'] ),
				'types'   => preg_match( '~^[\w-]+(?:\s*,\s*[\w-]+)*$~', $types ) ? $types : Options::get( 'types' ),
			]
		);
		add_settings_error( self::SLUG, 'saved', __( 'Settings saved.', 'content-service' ), 'success' );
	}

	/** Prints the page. */
	public static function render(): void {
		?>
		<div class="wrap">
			<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
			<?php settings_errors( self::SLUG ); ?>
			<form method="post">
				<?php wp_nonce_field( self::SLUG ); ?>
				<table class="form-table" role="presentation">
					<?php self::render_address(); ?>
					<?php self::render_gateway(); ?>
					<?php self::render_links(); ?>
					<?php self::render_state(); ?>
				</table>
				<p class="submit">
					<button class="button button-primary" name="content_service_do" value="save"><?php esc_html_e( 'Save Changes', 'content-service' ); ?></button>
				</p>
			</form>
			<form method="post">
				<input type="hidden" name="_wpnonce" value="<?php echo esc_attr( wp_create_nonce( self::SLUG ) ); ?>">
				<table class="form-table" role="presentation">
					<?php self::render_secret(); ?>
				</table>
			</form>
		</div>
		<?php
	}

	/** Prints the row of the address field. */
	private static function render_address(): void {
		?>
		<tr>
			<th scope="row"><label for="content_service_url"><?php esc_html_e( 'Address of the service', 'content-service' ); ?></label></th>
			<td>
				<?php if ( Options::is_constant( 'url' ) ) : ?>
					<p><?php self::render_constant( 'CONTENT_SERVICE_URL' ); ?> <code><?php echo esc_html( Options::url() ); ?></code></p>
				<?php else : ?>
					<input type="url" class="regular-text code" id="content_service_url" name="content_service_url"
						value="<?php echo esc_attr( Options::url() ); ?>" placeholder="http://127.0.0.1:8080">
				<?php endif; ?>
				<p class="description"><?php esc_html_e( 'The private address at which this machine reaches it.', 'content-service' ); ?></p>
			</td>
		</tr>
		<?php
	}

	/** Prints the row of the gateway option. */
	private static function render_gateway(): void {
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
		<?php
	}

	/** Prints the row of the links option. */
	private static function render_links(): void {
		?>
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

	/** Prints a checkbox. */
	private static function render_box( string $key, string $label ): void {
		?>
		<label>
			<input type="checkbox" name="content_service_<?php echo esc_attr( $key ); ?>" value="1" <?php checked( (bool) Options::get( $key ) ); ?>>
			<?php echo esc_html( $label ); ?>
		</label>
		<?php
	}

	/** Prints the row of the secret. */
	private static function render_secret(): void {
		?>
		<tr>
			<th scope="row"><?php esc_html_e( 'Secret', 'content-service' ); ?></th>
			<td>
				<?php if ( Options::is_constant( 'secret' ) ) : ?>
					<p><?php self::render_constant( 'CONTENT_SERVICE_SECRET' ); ?></p>
				<?php else : ?>
					<?php if ( '' !== self::$new_secret ) : ?>
						<p><?php esc_html_e( 'Give it to the service now, and restart it; it is not shown again:', 'content-service' ); ?></p>
						<?php foreach ( [ 'REFRESH_SECRET', 'GATEWAY_SECRET' ] as $name ) : ?>
							<p><code><?php echo esc_html( $name . '=' . self::$new_secret ); ?></code></p>
						<?php endforeach; ?>
					<?php else : ?>
						<p><?php echo esc_html( '' === Options::secret() ? __( 'There is no secret yet.', 'content-service' ) : __( 'There is one, which is not shown again.', 'content-service' ) ); ?></p>
					<?php endif; ?>
					<p><button class="button" name="content_service_do" value="secret"><?php esc_html_e( 'Make a new secret', 'content-service' ); ?></button></p>
					<p class="description"><?php esc_html_e( 'The old one is of no use from then on.', 'content-service' ); ?></p>
				<?php endif; ?>
			</td>
		</tr>
		<?php
	}

	/** Prints the row of the state. A new secret cannot be tested, because the service does not have it yet. */
	private static function render_state(): void {
		$last = get_transient( Refresh::LAST );
		?>
		<tr>
			<th scope="row"><?php esc_html_e( 'State', 'content-service' ); ?></th>
			<td>
				<?php if ( '' === self::$new_secret ) : ?>
					<p><?php echo esc_html( Trial::fault() ?? Trial::all_well() ); ?></p>
				<?php endif; ?>
				<?php if ( is_array( $last ) ) : ?>
					<p class="description">
						<?php
						/* translators: 1: a span of time, such as "5 minutes", 2: HTTP status or message. */
						echo esc_html( sprintf( __( 'Last message %1$s ago: %2$s', 'content-service' ), human_time_diff( (int) $last[0] ), (string) $last[1] ) );
						?>
					</p>
				<?php endif; ?>
			</td>
		</tr>
		<?php
	}

	/** Prints that wp-config.php sets the option. */
	private static function render_constant( string $name ): void {
		/* translators: %s: name of a constant. */
		echo esc_html( sprintf( __( 'Set by %s in wp-config.php.', 'content-service' ), $name ) );
	}

	/** True for an origin: scheme, host and optional port. */
	private static function is_address( string $text ): bool {
		return preg_match( '~^https?://(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?/?$~i', $text ) === 1;
	}
}
