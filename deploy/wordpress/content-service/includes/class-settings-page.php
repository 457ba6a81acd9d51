<?php
/**
 * Settings page: introduction, address, secret, state, and the functions that can be disabled.
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

	/** Validates and stores the form; the button of the secret also creates one. */
	public static function save(): void {
		if ( ! isset( $_POST['content_service_do'] ) ) {
			return;
		}
		check_admin_referer( self::SLUG );
		if ( ! current_user_can( self::CAPABILITY ) ) {
			wp_die( '', '', [ 'response' => 403 ] );
		}
		$given = isset( $_POST['content_service_url'] ) ? sanitize_text_field( wp_unslash( $_POST['content_service_url'] ) ) : (string) Options::get( 'url' );
		$fault = self::fault_of_address( $given );
		if ( null !== $fault ) {
			add_settings_error( self::SLUG, 'address', $fault );
			return;
		}
		$types = isset( $_POST['content_service_types'] ) ? sanitize_text_field( wp_unslash( $_POST['content_service_types'] ) ) : '';
		Options::update(
			[
				'url'     => untrailingslashit( $given ),
				'gateway' => isset( $_POST['content_service_gateway'] ),
				'links'   => isset( $_POST['content_service_links'] ),
				'webmcp'  => isset( $_POST['content_service_webmcp'] ),
				'types'   => preg_match( '~^[\w-]+(?:\s*,\s*[\w-]+)*$~', $types ) ? $types : Options::get( 'types' ),
			]
		);
		if ( 'secret' === $_POST['content_service_do'] ) {
			self::$new_secret = bin2hex( random_bytes( 32 ) );
			Options::set_secret( self::$new_secret );
			delete_transient( Refresh::LAST );
			add_settings_error( self::SLUG, 'secret', __( 'Settings saved, with a new secret. Copy it now.', 'content-service' ), 'success' );
			return;
		}
		add_settings_error( self::SLUG, 'saved', __( 'Settings saved.', 'content-service' ), 'success' );
	}

	/** Fault of an address; null for a valid or empty address. */
	private static function fault_of_address( string $address ): ?string {
		if ( '' === $address ) {
			return null;
		}
		if ( ! self::is_address( $address ) ) {
			return __( 'The address begins with http:// or https:// and has no path, such as http://127.0.0.1:8080.', 'content-service' );
		}
		if ( Reserved_Address::is_meant( $address ) ) {
			return __( 'Link-local addresses and the metadata addresses of cloud providers are refused. Enter the address of the service.', 'content-service' );
		}
		return null;
	}

	/** Prints the page. WordPress prints the notices of every page below Settings. */
	public static function render(): void {
		?>
		<div class="wrap">
			<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
			<?php self::render_introduction(); ?>
			<form method="post">
				<?php wp_nonce_field( self::SLUG ); ?>
				<?php // The first button of a form is the one that Enter presses. ?>
				<button name="content_service_do" value="save" hidden></button>
				<table class="form-table" role="presentation">
					<?php self::render_address(); ?>
					<?php self::render_secret(); ?>
					<?php self::render_state(); ?>
					<?php self::render_gateway(); ?>
					<?php self::render_links(); ?>
					<?php self::render_webmcp(); ?>
					<?php self::render_types(); ?>
				</table>
				<p class="submit">
					<button class="button button-primary" name="content_service_do" value="save"><?php esc_html_e( 'Save Changes', 'content-service' ); ?></button>
				</p>
			</form>
		</div>
		<?php
	}

	/** Prints the purpose of the plugin, its requirements and the first steps. */
	private static function render_introduction(): void {
		?>
		<p><?php esc_html_e( 'The content service lets AI assistants and programs search and read the public pages of this site. This plugin reports every change to it at once, and can answer its public addresses from this site.', 'content-service' ); ?></p>
		<ol>
			<li><?php esc_html_e( 'You need a running content service. Enter the address at which this server reaches it.', 'content-service' ); ?></li>
			<li><?php esc_html_e( 'Create a secret and set it in the service as REFRESH_SECRET, and as GATEWAY_SECRET for the gateway. Restart the service.', 'content-service' ); ?></li>
			<li><?php esc_html_e( 'Check the state below. Site Health also tests the gateway.', 'content-service' ); ?></li>
		</ol>
		<p>
			<a href="<?php echo esc_url( Options::file_url( 'readme.txt' ) ); ?>"><?php esc_html_e( 'Help: guide of the plugin', 'content-service' ); ?></a> |
			<a href="<?php echo esc_url( admin_url( 'site-health.php' ) ); ?>"><?php esc_html_e( 'Site Health', 'content-service' ); ?></a>
		</p>
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
				<p class="description"><?php esc_html_e( 'The private address at which this server reaches the service, not the public one.', 'content-service' ); ?></p>
			</td>
		</tr>
		<?php
	}

	/** Prints the row of the secret: the secret or its state, then the button. */
	private static function render_secret(): void {
		$has_secret = '' !== Options::secret();
		?>
		<tr>
			<th scope="row"><?php esc_html_e( 'Secret', 'content-service' ); ?></th>
			<td>
				<?php if ( Options::is_constant( 'secret' ) ) : ?>
					<p><?php self::render_constant( 'CONTENT_SERVICE_SECRET' ); ?></p>
				<?php else : ?>
					<?php if ( '' !== self::$new_secret ) : ?>
						<p><?php esc_html_e( 'Set it in the service now and restart the service. It is not shown again:', 'content-service' ); ?></p>
						<?php foreach ( [ 'REFRESH_SECRET', 'GATEWAY_SECRET' ] as $name ) : ?>
							<p><code style="overflow-wrap: anywhere"><?php echo esc_html( $name . '=' . self::$new_secret ); ?></code></p>
						<?php endforeach; ?>
					<?php else : ?>
						<p><?php echo esc_html( $has_secret ? __( 'A secret is set. It is not shown again.', 'content-service' ) : __( 'There is no secret yet.', 'content-service' ) ); ?></p>
					<?php endif; ?>
					<p><button class="button" name="content_service_do" value="secret"><?php esc_html_e( 'Create a new secret', 'content-service' ); ?></button></p>
					<?php if ( $has_secret ) : ?>
						<p class="description"><?php esc_html_e( 'A new secret replaces the current one, which is invalid from then on.', 'content-service' ); ?></p>
					<?php endif; ?>
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
				<?php else : ?>
					<p><?php esc_html_e( 'Reload this page after the restart of the service.', 'content-service' ); ?></p>
				<?php endif; ?>
				<?php if ( is_array( $last ) ) : ?>
					<p class="description"><?php echo esc_html( self::last_message( (int) $last[0], $last[1] ) ); ?></p>
				<?php endif; ?>
			</td>
		</tr>
		<?php
	}

	/**
	 * Time and outcome of the last message. WordPress has its words for a span of time in a different file, which may be
	 * missing in this language.
	 */
	private static function last_message( int $time, $outcome ): string {
		$minutes = intdiv( max( 0, time() - $time ), MINUTE_IN_SECONDS );
		if ( $minutes < 1 ) {
			$ago = __( 'just now', 'content-service' );
		} elseif ( $minutes < 60 ) {
			/* translators: %d: minutes. */
			$ago = sprintf( __( '%d min ago', 'content-service' ), $minutes );
		} elseif ( $minutes < 24 * 60 ) {
			/* translators: %d: hours. */
			$ago = sprintf( __( '%d h ago', 'content-service' ), intdiv( $minutes, 60 ) );
		} else {
			/* translators: %d: days. */
			$ago = sprintf( __( '%d d ago', 'content-service' ), intdiv( $minutes, 24 * 60 ) );
		}
		$result = in_array( $outcome, [ 200, 202 ], true ) ? __( 'accepted', 'content-service' ) : (string) $outcome;
		/* translators: 1: a span of time, such as "5 min ago", 2: result, HTTP status or error message. */
		return sprintf( __( 'Last message %1$s: %2$s', 'content-service' ), $ago, $result );
	}

	/** Prints the row of the gateway option. */
	private static function render_gateway(): void {
		?>
		<tr>
			<th scope="row"><?php esc_html_e( 'Gateway', 'content-service' ); ?></th>
			<td>
				<?php self::render_box( 'gateway', __( 'Answer the public addresses of the service from this site', 'content-service' ) ); ?>
				<p class="description"><?php esc_html_e( 'Enable it if you cannot change the web server. The service needs the secret as GATEWAY_SECRET too.', 'content-service' ); ?></p>
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
				<?php self::render_box( 'links', __( 'Link from pages and robots.txt to the service, for assistants', 'content-service' ) ); ?>
			</td>
		</tr>
		<?php
	}

	/** Prints the row of the WebMCP option. */
	private static function render_webmcp(): void {
		?>
		<tr>
			<th scope="row"><?php esc_html_e( 'Browser tools', 'content-service' ); ?></th>
			<td>
				<?php self::render_box( 'webmcp', __( 'Offer search and reading to assistants in the browser (WebMCP)', 'content-service' ) ); ?>
				<p class="description"><?php esc_html_e( 'Adds a small script to public pages. It needs the address /mcp of this site, from the gateway or the web server. Browsers without WebMCP ignore it. If a cache stores pages, empty it after a change of this setting.', 'content-service' ); ?></p>
			</td>
		</tr>
		<?php
	}

	/** Prints the row of the types field. */
	private static function render_types(): void {
		?>
		<tr>
			<th scope="row"><label for="content_service_types"><?php esc_html_e( 'Content types', 'content-service' ); ?></label></th>
			<td>
				<input type="text" class="regular-text code" id="content_service_types" name="content_service_types"
					value="<?php echo esc_attr( (string) Options::get( 'types' ) ); ?>">
				<p class="description"><?php esc_html_e( 'Types that the service reads, as in its SYNC_TYPES, such as pages,posts.', 'content-service' ); ?></p>
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
