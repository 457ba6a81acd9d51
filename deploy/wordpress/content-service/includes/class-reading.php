<?php
/**
 * The text that assistants read of a page, for its editors: title and Markdown, or the reason of its absence.
 * The service answers here as it answers anyone. Its report of excluded pages never leaves its machine, so this class names
 * the reasons that WordPress itself shows.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Reading {

	const REST      = 'content-service/v1';
	const REST_PATH = '/reading/';

	private const PATIENCE = 5;

	/** Status of the response for an unknown page (RFC 9110 §15.5.5). */
	private const NOT_FOUND = 404;

	/** Registers the REST route. */
	public static function register(): void {
		add_action(
			'rest_api_init',
			static function () {
				register_rest_route(
					self::REST,
					self::REST_PATH . '(?P<id>\d+)',
					[
						'methods'             => 'GET',
						'callback'            => [ self::class, 'answer' ],
						'permission_callback' => static fn( $request ) => current_user_can( 'edit_post', (int) $request['id'] ),
						'show_in_index'       => false,
					]
				);
			}
		);
	}

	/** Response of the route. */
	public static function answer( $request ) {
		// Nobody may edit a post that does not exist.
		return rest_ensure_response( self::of( get_post( (int) $request['id'] ) ) );
	}

	/**
	 * State of the page in the service. The keys are `state` (read, stale, left_out, unknown), `summary`, `reason`, and for
	 * a page of the service `title`, `url`, `modified`, `markdown` and `truncated`.
	 */
	public static function of( \WP_Post $post ): array {
		if ( '' === Options::url() ) {
			return self::result( 'unknown', __( 'The address of the service is missing.', 'content-service' ) );
		}
		$page   = self::page( $post );
		$reason = self::reason( $post );
		if ( '' === $reason && [] === $page && ! in_array( $post->post_type, Links::types(), true ) ) {
			$reason = __( 'The service does not read this type of content: see its SYNC_TYPES, and the types in the settings of this plugin.', 'content-service' );
		}
		if ( is_string( $page ) ) {
			return self::result( 'unknown', $page, $reason );
		}
		if ( [] !== $page && '' === $reason ) {
			return self::result( 'read', __( 'Assistants read this page.', 'content-service' ) ) + $page;
		}
		if ( [] !== $page ) {
			return self::result( 'stale', __( 'Assistants still read this page as of the last sync.', 'content-service' ), $reason ) + $page;
		}
		$unseen = __( 'It is new, or the service has left it out. On the machine of the service, npm run status -- --left-out lists the reason.', 'content-service' );
		return self::result( 'left_out', __( 'Assistants do not read this page.', 'content-service' ), '' === $reason ? $unseen : $reason );
	}

	/** Fields of each state. */
	private static function result( string $state, string $summary, string $reason = '' ): array {
		return compact( 'state', 'summary', 'reason' );
	}

	/** Reason of the page's absence, as far as WordPress knows; empty without a reason. */
	private static function reason( \WP_Post $post ): string {
		if ( 'publish' !== $post->post_status ) {
			return __( 'It is a draft, private or scheduled.', 'content-service' );
		}
		if ( '' !== $post->post_password ) {
			return __( 'It has a password.', 'content-service' );
		}
		if ( ! get_option( 'blog_public' ) ) {
			return __( 'Settings → Reading discourages search engines from indexing this site.', 'content-service' );
		}
		if ( Links::has_noindex_field( $post->ID ) ) {
			return __( 'It asks search engines not to index it.', 'content-service' );
		}
		return '';
	}

	/**
	 * Page of the service: an empty array if the service does not have it, a fault as a sentence. A page without a public
	 * address, or with a new one, is found by its id; an address with an unknown id may lead to the front page.
	 *
	 * @return array|string
	 */
	private static function page( \WP_Post $post ) {
		$home      = untrailingslashit( (string) get_option( 'home' ) );
		$by_id     = $home . '/?page_id=' . $post->ID;
		$addresses = 'publish' === $post->post_status ? [ (string) get_permalink( $post ), $by_id ] : [ $by_id ];
		foreach ( array_unique( $addresses ) as $address ) {
			$answer = Service::get( '/read_page', [ 'url' => $address ], self::editor(), self::PATIENCE );
			if ( is_wp_error( $answer ) ) {
				/* translators: %s: message of the HTTP API. */
				return sprintf( __( 'The service does not answer: %s', 'content-service' ), $answer->get_error_message() );
			}
			$status = (int) wp_remote_retrieve_response_code( $answer );
			$body   = json_decode( wp_remote_retrieve_body( $answer ), true );
			if ( 200 === $status && is_array( $body ) ) {
				$page = self::fields( $body );
				$lost = $by_id === $address && untrailingslashit( $page['url'] ) === $home && (int) get_option( 'page_on_front' ) !== $post->ID;
				return $lost ? [] : $page;
			}
			if ( self::NOT_FOUND !== $status || ! is_array( $body ) || 'rest_page_not_found' !== ( $body['code'] ?? '' ) ) {
				/* translators: %d: HTTP status. */
				return sprintf( __( 'The service answered with status %d.', 'content-service' ), $status );
			}
		}
		return [];
	}

	/** Fields of the service's response, of the expected types only. */
	private static function fields( array $body ): array {
		$text = static fn( string $key ): string => is_string( $body[ $key ] ?? null ) ? $body[ $key ] : '';
		return [
			'title'     => $text( 'title' ),
			'url'       => $text( 'url' ),
			'modified'  => wp_date( 'Y-m-d H:i', (int) strtotime( $text( 'modified' ) ) ),
			'markdown'  => $text( 'markdown' ),
			'truncated' => ! empty( $body['truncated'] ),
		];
	}

	/** Address of the editor, whose quota counts; empty without the gateway, whose secret signs it. */
	private static function editor(): string {
		$address = isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';
		return Gateway::is_on() && filter_var( $address, FILTER_VALIDATE_IP ) ? strtolower( $address ) : '';
	}
}
