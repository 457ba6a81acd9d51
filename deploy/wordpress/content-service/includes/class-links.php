<?php
/**
 * Links from every public page to the service, and to the page as Markdown (RFC 8288, RFC 9727, RFC 8631).
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Links {

	private const SERVICE = [
		'</.well-known/api-catalog>; rel="api-catalog"',
		'</openapi.json>; rel="service-desc"; type="application/vnd.oai.openapi+json;version=3.1"',
		'</agents.md>; rel="service-doc"; type="text/markdown"',
		'</.well-known/ard.json>; rel="ard"; type="application/json"',
	];

	/** Registers the handlers for pages and robots.txt, if links are enabled. */
	public static function register(): void {
		if ( ! Options::get( 'links' ) || '' === Options::url() ) {
			return;
		}
		add_action( 'template_redirect', [ self::class, 'send_headers' ], 11 );
		add_action( 'wp_head', [ self::class, 'print_links' ] );
		add_filter( 'robots_txt', [ self::class, 'add_to_robots' ], 10, 2 );
	}

	/** Sends the Link header. */
	public static function send_headers(): void {
		$links = self::links();
		if ( [] === $links || headers_sent() ) {
			return;
		}
		header( 'Link: ' . implode( ', ', $links ), false );
		// The same path may return Markdown.
		if ( Gateway::is_on() ) {
			header( 'Vary: Accept', false );
		}
	}

	/** Prints the same links into the head of the page, for caches that do not store headers. */
	public static function print_links(): void {
		foreach ( self::links() as $link ) {
			preg_match( '~^<(.*)>; rel="(.*?)"(?:; type="(.*)")?$~', $link, $found );
			?>
<link rel="<?php echo esc_attr( $found[2] ); ?>" type="<?php echo esc_attr( $found[3] ?? 'application/linkset+json' ); ?>" href="<?php echo esc_attr( $found[1] ); ?>" />
			<?php
		}
	}

	/** Adds a line to robots.txt. */
	public static function add_to_robots( $text, $public ): string {
		$catalogue = self::origin() . '/.well-known/ard.json';
		return $public ? rtrim( (string) $text ) . "\n\nAgentmap: $catalogue\n" : (string) $text;
	}

	/** Links of the requested page, as in the Link header; an empty array unless it is a public HTML page. */
	private static function links(): array {
		if ( is_feed() || is_robots() || is_favicon() || is_trackback() || is_embed() || is_404() || is_preview() ) {
			return [];
		}
		$path = self::markdown_path();
		return '' === $path ? self::SERVICE : array_merge( self::SERVICE, [ "<$path>; rel=\"alternate\"; type=\"text/markdown\"" ] );
	}

	/**
	 * Path of the page as Markdown. An empty string for further types, protected, private or noindex pages, further parts
	 * of a page, and plain permalinks.
	 */
	private static function markdown_path(): string {
		$post = is_singular( self::types() ) && ! is_paged() && (int) get_query_var( 'page' ) === 0 ? get_queried_object() : null;
		if ( ! $post instanceof \WP_Post || get_post_status( $post ) !== 'publish' || '' !== $post->post_password || self::is_noindex() ) {
			return '';
		}
		$url = (string) get_permalink( $post );
		if ( ! preg_match( '~^https?://[^/?#]+(/[^\s?#"<>\\\\]*)$~', $url, $found ) || self::origin_of( $url ) !== self::origin() ) {
			return '';
		}
		return substr( $found[1], -1 ) === '/' ? $found[1] . 'index.md' : $found[1] . '.md';
	}

	/** Types that the service reads, by their WordPress names. */
	public static function types(): array {
		$bases = array_map( 'trim', explode( ',', (string) Options::get( 'types' ) ) );
		$types = get_post_types( [ 'public' => true ], 'objects' );
		$read  = static fn( $type ) => in_array( Changes::rest_base( $type ), $bases, true );
		// Without types, is_singular() returns true for any type.
		return array_merge( [ '' ], array_keys( array_filter( $types, $read ) ) );
	}

	/** True if the requested page has a noindex field; some SEO plugins do not use the filter. */
	private static function is_noindex(): bool {
		$robots = apply_filters( 'wp_robots', [] ); // phpcs:ignore WordPress.NamingConventions.PrefixAllGlobals -- A filter of WordPress.
		$header = preg_grep( '~^X-Robots-Tag:.*\b(?:noindex|none)\b~i', headers_list() );
		if ( ! empty( $robots['noindex'] ) || ! empty( $robots['none'] ) || ! empty( $header ) ) {
			return true;
		}
		return self::has_noindex_field( get_queried_object_id() );
	}

	/** True if an SEO plugin has stored noindex for the post: Yoast SEO, Rank Math, SEOPress, The SEO Framework. */
	public static function has_noindex_field( int $id ): bool {
		$rank = (array) get_post_meta( $id, 'rank_math_robots', true );
		return get_post_meta( $id, '_yoast_wpseo_meta-robots-noindex', true ) === '1'
			|| in_array( 'noindex', $rank, true )
			|| get_post_meta( $id, '_seopress_robots_index', true ) === 'yes'
			|| (int) get_post_meta( $id, '_genesis_noindex', true ) > 0;
	}

	/** Origin of the site. */
	public static function origin(): string {
		return self::origin_of( home_url( '/' ) );
	}

	/** Origin of a URL. */
	private static function origin_of( string $url ): string {
		preg_match( '~^https?://[^/?#]+~i', $url, $found );
		return $found[0] ?? '';
	}
}
