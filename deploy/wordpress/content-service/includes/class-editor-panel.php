<?php
/**
 * Panel of the editor, block or classic, with the text that assistants read of the page (class-reading.php).
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Editor_Panel {

	private const SCRIPT = 'content-service-editor';

	/** Registers the panel, if the address of the service is set. */
	public static function register(): void {
		if ( '' === Options::url() ) {
			return;
		}
		add_action( 'enqueue_block_editor_assets', [ self::class, 'enqueue_for_blocks' ] );
		add_action( 'add_meta_boxes', [ self::class, 'add_box' ], 10, 2 );
	}

	/** Loads the panel of the block editor: of a page, not of widgets or templates. */
	public static function enqueue_for_blocks(): void {
		$screen = get_current_screen();
		if ( $screen && 'post' === $screen->base && is_post_type_viewable( $screen->post_type ) ) {
			self::enqueue( [ 'wp-api-fetch', 'wp-data', 'wp-edit-post', 'wp-editor', 'wp-element', 'wp-plugins' ] );
		}
	}

	/** Adds the box of the classic editor. */
	public static function add_box( $type, $post ): void {
		if ( ! $post instanceof \WP_Post || ! is_post_type_viewable( $post->post_type ) || use_block_editor_for_post( $post ) ) {
			return;
		}
		self::enqueue( [ 'wp-api-fetch' ] );
		add_meta_box(
			'content-service-reading',
			self::title(),
			static function ( $post ) {
				?>
				<div data-content-service-reading="<?php echo esc_attr( (string) $post->ID ); ?>"></div>
				<?php
			},
			$type,
			'side'
		);
	}

	/** Title of the panel. */
	private static function title(): string {
		return __( 'Assistants', 'content-service' );
	}

	/** Loads the script with its texts. */
	private static function enqueue( array $needs ): void {
		wp_enqueue_script( self::SCRIPT, Options::file_url( 'assets/editor.js' ), $needs, VERSION, true );
		wp_localize_script(
			self::SCRIPT,
			'contentServiceReading',
			[
				'path'      => '/' . Reading::REST . Reading::REST_PATH,
				'title'     => self::title(),
				'loading'   => __( 'Reading…', 'content-service' ),
				'again'     => __( 'Read again', 'content-service' ),
				'pageTitle' => __( 'Title', 'content-service' ),
				'address'   => __( 'Address', 'content-service' ),
				'modified'  => __( 'Version of', 'content-service' ),
				/* translators: %d: number of characters. */
				'markdown'  => __( 'Markdown, %d characters', 'content-service' ),
				/* translators: %d: number of characters. */
				'beginning' => __( 'Markdown, the first %d characters', 'content-service' ),
			]
		);
	}
}
