<?php
/**
 * Handlers for changes that affect visitors. Revisions, autosaves and drafts are ignored. The callbacks declare no
 * parameter types, because plugins pass any type of object.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Changes {

	/** Types with posts that are not pages, but affect pages or their visibility. */
	private const SUBJECT_OF_TYPE = [
		'wp_block'            => 'shared',
		'wp_template'         => 'shared',
		'wp_template_part'    => 'shared',
		'wp_global_styles'    => 'shared',
		'custom_css'          => 'shared',
		'elementor_library'   => 'shared',
		'et_pb_layout'        => 'shared',
		'fl-builder-template' => 'shared',
		'bricks_template'     => 'shared',
		'wp_navigation'       => 'navigation',
		'nav_menu_item'       => 'navigation',
		'memberpressrule'     => 'visibility',
		'wc_membership_plan'  => 'visibility',
		'cc_restriction'      => 'visibility',
	];

	/** Option names, or prefixes of option names. */
	private const SUBJECT_OF_OPTION = [
		'permalink_structure'             => 'addresses',
		'category_base'                   => 'addresses',
		'tag_base'                        => 'addresses',
		'home'                            => 'addresses',
		'siteurl'                         => 'addresses',
		'show_on_front'                   => 'addresses',
		'page_on_front'                   => 'addresses',
		'page_for_posts'                  => 'addresses',
		'rank-math-options-general'       => 'addresses',
		'blog_public'                     => 'visibility',
		'active_plugins'                  => 'visibility',
		'wpseo_titles'                    => 'visibility',
		'rank-math-options-titles'        => 'visibility',
		'aioseo_options'                  => 'visibility',
		'aioseo_options_dynamic'          => 'visibility',
		'seopress_titles_option_name'     => 'visibility',
		'seopress_toggle'                 => 'visibility',
		'autodescription-site-settings'   => 'visibility',
		'slim_seo'                        => 'visibility',
		'members_settings'                => 'visibility',
		'um_options'                      => 'visibility',
		'mepr_options'                    => 'visibility',
		'rcp_restricted_post_types'       => 'visibility',
		'wc_memberships_rules'            => 'visibility',
		'password_protected_status'       => 'visibility',
		'elementor_maintenance_mode_mode' => 'visibility',
		'woocommerce_coming_soon'         => 'visibility',
		'woocommerce_store_pages_only'    => 'visibility',
		'seedprod_settings'               => 'visibility',
		'wpmm_settings'                   => 'visibility',
		'stylesheet'                      => 'shared',
		'theme_mods_'                     => 'shared',
		'WPLANG'                          => 'shared',
		'blogname'                        => 'navigation',
		'blogdescription'                 => 'navigation',
		'sidebars_widgets'                => 'navigation',
		'widget_'                         => 'navigation',
	];

	/** Fields of posts that SEO, membership and page-building plugins change without saving the post. */
	private const META = [
		'_wp_page_template',
		'_yoast_wpseo_meta-robots-noindex',
		'_yoast_wpseo_canonical',
		'_yoast_wpseo_redirect',
		'rank_math_robots',
		'rank_math_canonical_url',
		'_seopress_robots_index',
		'_seopress_robots_canonical',
		'_seopress_redirections_enabled',
		'_aioseo_noindex',
		'_genesis_noindex',
		'_genesis_canonical_uri',
		'redirect',
		'slim_seo',
		'_members_access_role',
		'um_content_restriction',
		'rcp_subscription_level',
		'rcp_access_level',
		'rcp_user_level',
		'_is_paid',
		'_wc_memberships_force_public',
		'_elementor_data',
		'_fl_builder_data',
		'_bricks_page_content_2',
	];

	/** Largest number of pages with a changed pattern that a message names; sync then reads every page. */
	private const MOST_WITH_PATTERN = 100;

	/** Registers the handlers. */
	public static function listen(): void {
		add_action( 'transition_post_status', [ self::class, 'on_status' ], 10, 3 );
		add_action( 'post_updated', [ self::class, 'on_update' ], 10, 3 );
		add_action( 'deleted_post', [ self::class, 'on_deletion' ], 10, 2 );
		add_action( 'set_object_terms', [ self::class, 'on_assigned_terms' ], 10, 6 );
		foreach ( [ 'edited_term', 'delete_term' ] as $hook ) {
			add_action( $hook, [ self::class, 'on_term' ], 10, 3 );
		}
		foreach ( [ 'added', 'updated', 'deleted' ] as $done ) {
			add_action( "{$done}_post_meta", [ self::class, 'on_meta' ], 10, 3 );
			add_action( "{$done}_option", [ self::class, 'on_option' ] );
		}
		add_action( 'update_site_option_active_sitewide_plugins', [ self::class, 'on_network_plugins' ] );
	}

	/** A post was saved, published, unpublished, trashed or restored. */
	public static function on_status( $new_status, $old_status, $post ): void {
		if ( is_post_status_viewable( $new_status ) || is_post_status_viewable( $old_status ) ) {
			self::note( $post );
		}
	}

	/** A page with child pages has a new slug or parent, so its child pages have a new path. */
	public static function on_update( $id, $after, $before ): void {
		$moved = $after->post_name !== $before->post_name || $after->post_parent !== $before->post_parent;
		if ( ! $moved || ! is_post_type_hierarchical( $after->post_type ) ) {
			return;
		}
		$children = [
			'post_parent' => $id,
			'post_type'   => $after->post_type,
			'fields'      => 'ids',
			'numberposts' => 1,
		];
		if ( get_posts( $children ) ) {
			Refresh::note_site( 'addresses' );
		}
	}

	/** A post was deleted, perhaps without the trash. */
	public static function on_deletion( $id, $post ): void {
		self::note_if_shown( $post );
	}

	/** A field of a post was written. */
	public static function on_meta( $meta_id, $id, $key ): void {
		if ( in_array( $key, self::META, true ) ) {
			self::note_if_shown( $id );
		}
	}

	/** Terms were assigned to an object, or removed from it. */
	public static function on_assigned_terms( $id, $terms, $tt_ids, $taxonomy, $append, $old_tt_ids ): void {
		$changed = array_diff( (array) $tt_ids, (array) $old_tt_ids ) || ( ! $append && array_diff( (array) $old_tt_ids, (array) $tt_ids ) );
		if ( $changed && is_taxonomy_viewable( $taxonomy ) ) {
			self::note_if_shown( $id );
		}
	}

	/** A term or a menu was renamed or deleted. */
	public static function on_term( $term_id, $tt_id, $taxonomy ): void {
		if ( 'nav_menu' === $taxonomy ) {
			self::note_site( 'navigation' );
		} elseif ( is_taxonomy_viewable( $taxonomy ) ) {
			Refresh::note_site( 'shared' );
		}
	}

	/** An option was written. */
	public static function on_option( $name ): void {
		// These names are prefixes: theme_mods_twentytwenty, widget_text.
		$known   = preg_match( '/^(?:theme_mods|widget)_/', (string) $name, $beginning ) ? $beginning[0] : $name;
		$subject = self::SUBJECT_OF_OPTION[ $known ] ?? ( self::is_saved_setting( (string) $name ) ? 'visibility' : null );
		if ( null !== $subject ) {
			self::note_site( $subject );
		}
	}

	/** True for a registered setting that a settings page of WordPress or of any plugin is saving. */
	private static function is_saved_setting( string $name ): bool {
		return 'options.php' === ( $GLOBALS['pagenow'] ?? '' ) && isset( get_registered_settings()[ $name ] );
	}

	/**
	 * A plugin was activated or deactivated for the network. The service finds the change of further sites on its
	 * schedule.
	 */
	public static function on_network_plugins(): void {
		Refresh::note_site( 'visibility' );
	}

	/** Records a post, or the post with an id, if visitors see it. */
	private static function note_if_shown( $post_or_id ): void {
		$post = get_post( $post_or_id );
		if ( $post && is_post_status_viewable( $post->post_status ) ) {
			self::note( $post );
		}
	}

	/** Records a post, or its subject. */
	public static function note( $post ): void {
		$type = get_post_type_object( $post->post_type );
		if ( isset( self::SUBJECT_OF_TYPE[ $post->post_type ] ) ) {
			self::note_site( self::SUBJECT_OF_TYPE[ $post->post_type ] );
			if ( 'wp_block' === $post->post_type ) {
				self::note_pages_with( (int) $post->ID );
			}
		} elseif ( $type && $type->show_in_rest && is_post_type_viewable( $type ) ) {
			Refresh::note_post( self::rest_base( $type ), (int) $post->ID );
		}
	}

	/** Records a change of the site. Sync reads company data in menus and widgets together with the front page. */
	private static function note_site( string $subject ): void {
		Refresh::note_site( $subject );
		$front = 'page' === get_option( 'show_on_front' ) ? (int) get_option( 'page_on_front' ) : 0;
		if ( 'navigation' === $subject && $front > 0 ) {
			self::note_if_shown( $front );
		}
	}

	/** Records the newest pages that contain a synced pattern, so that sync reads them before all further pages. */
	private static function note_pages_with( int $pattern ): void {
		$types = array_filter( get_post_types( [ 'show_in_rest' => true ] ), 'is_post_type_viewable' );
		$pages = get_posts(
			[
				'post_type'      => array_values( $types ),
				'numberposts'    => self::MOST_WITH_PATTERN,
				's'              => '"ref":' . $pattern,
				'sentence'       => true,
				'search_columns' => [ 'post_content' ],
			]
		);
		array_map( [ self::class, 'note' ], $pages );
	}

	/** REST base of a type, such as pages. */
	public static function rest_base( \WP_Post_Type $type ): string {
		return is_string( $type->rest_base ) && '' !== $type->rest_base ? $type->rest_base : $type->name;
	}
}
