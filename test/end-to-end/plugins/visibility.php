<?php
/**
 * Stands in for plugins that keep pages from visitors, one rule for each: SEO, membership, redirect and maintenance. The
 * rules are an option, `visibility`, from post id to rule, and `site_mode` for the whole site; as with those plugins,
 * setting one leaves the time of change of the post as it was.
 *
 * Beside each rule stands where the REST API shows it.
 */

function visibility_rule( $id ) {
	return ( get_option( 'visibility', [] ) )[ $id ] ?? '';
}

function visibility_of_this_page() {
	return is_singular() ? visibility_rule( get_queried_object_id() ) : '';
}

/** SEO, in HTML only: through WordPress's own element, and as an element of the plugin's own. */
add_filter( 'wp_robots', function ( $robots ) {
	if ( visibility_of_this_page() === 'noindex_core' ) {
		$robots['noindex'] = true;
	}
	return $robots;
} );
add_action( 'wp_head', function () {
	if ( visibility_of_this_page() === 'noindex_own' ) {
		remove_all_filters( 'wp_robots' );
		echo '<meta name="robots" content="follow, noindex"/>' . "\n";
	}
	if ( visibility_of_this_page() === 'noindex_google' ) {
		echo "<meta content='noindex' name='googlebot'>\n";
	}
}, 0 );

/** SEO, in the REST API and in HTML. */
add_action( 'rest_api_init', function () {
	register_rest_field( 'page', 'yoast_head_json', [
		'get_callback' => fn( $page ) => [
			'robots' => [ 'index' => visibility_rule( $page['id'] ) === 'noindex_rest' ? 'noindex' : 'index' ],
		],
	] );
} );
add_filter( 'wp_robots', function ( $robots ) {
	if ( visibility_of_this_page() === 'noindex_rest' ) {
		$robots['noindex'] = true;
	}
	return $robots;
} );

/** SEO: after a script of the theme that speaks of comments. */
add_action( 'wp_head', function () {
	if ( visibility_of_this_page() === 'noindex_late' ) {
		echo "<script>var mark = '<!--';</script><META NAME='Robots' CONTENT='NoIndex'><!-- SEO -->\n";
	}
} );

/** A rule of the server, or a snippet: a header. */
add_action( 'template_redirect', function () {
	if ( visibility_of_this_page() === 'header' ) {
		header( 'X-Robots-Tag: noindex, nofollow' );
	}
	if ( visibility_of_this_page() === 'canonical_header' ) {
		remove_action( 'wp_head', 'rel_canonical' );
		header( 'Link: <' . home_url( '/contacto/' ) . '>; rel="canonical"', false );
	}
	if ( visibility_of_this_page() === 'expired' ) {
		header( 'X-Robots-Tag: nofollow' );
		header( 'X-Robots-Tag: googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST', false );
	}
} );

/** Redirects that a browser makes by itself: an element of the head, and a script in the text. */
add_action( 'wp_head', function () {
	if ( visibility_of_this_page() === 'refresh' ) {
		echo '<meta http-equiv="refresh" content="0; url=' . esc_url( home_url( '/contacto/' ) ) . '">' . "\n";
	}
} );
add_filter( 'the_content', function ( $content ) {
	if ( visibility_of_this_page() !== 'script' ) {
		return $content;
	}
	return '<script>window.location.href = "' . esc_url( home_url( '/contacto/' ) ) . '";</script>' . $content;
}, 50 );

/** SEO: the canonical address is another page's. */
add_filter( 'get_canonical_url', function ( $url, $post ) {
	return visibility_rule( $post->ID ) === 'canonical' ? home_url( '/contacto/' ) : $url;
}, 10, 2 );

/** Membership: a notice in the place of the text, in the REST API too, except for those who may edit. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_rule( get_the_ID() ) !== 'members' || current_user_can( 'edit_pages' ) ) {
		return $content;
	}
	return '<div class="pmpro_card pmpro_content_message"><p>Este contenido es para socios.</p></div>';
}, 50 );

/** Membership: a notice without any mark, as its owner wrote it, in the REST API too. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_rule( get_the_ID() ) !== 'members_plain' || is_user_logged_in() ) {
		return $content;
	}
	return '<p>Este contenido es exclusivo para suscriptores.</p>';
}, 50 );

/** Membership: a passage that the theme leaves out, and the REST API gives. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_rule( get_the_ID() ) !== 'part_in_theme' || is_singular() ) {
		return $content;
	}
	return $content . '<p>Tarifa confidencial reservada: ciento ochenta doblones anuales pagaderos trimestralmente.</p>';
}, 50 );

/** Membership: a notice that the theme shows, and the REST API does not know of. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_of_this_page() !== 'members_in_theme' || is_user_logged_in() ) {
		return $content;
	}
	return '<div class="restricted"><p>Inicia sesión para leerlo.</p>' . wp_login_form( [ 'echo' => false ] ) . '</div>';
}, 50 );

/** Membership: a notice in the theme, and the REST API neither lists the page nor gives it. */
add_filter( 'the_content', function ( $content ) {
	if ( visibility_of_this_page() !== 'members_unlisted' || is_user_logged_in() ) {
		return $content;
	}
	return '<div class="members-access-error">No tienes permiso para ver este contenido.</div>';
}, 50 );
add_filter( 'posts_results', function ( $posts ) {
	if ( ! defined( 'REST_REQUEST' ) || is_user_logged_in() ) {
		return $posts;
	}
	return array_values( array_filter( $posts, fn( $post ) => visibility_rule( $post->ID ) !== 'members_unlisted' ) );
} );

/** Membership: a redirect to the login, a refusal, and a page that is said to be missing. */
add_action( 'template_redirect', function () {
	switch ( visibility_of_this_page() ) {
		case 'login':
			wp_safe_redirect( wp_login_url( get_permalink() ) );
			exit;
		case 'elsewhere':
			wp_redirect( home_url( '/contacto/' ), 301 );
			exit;
		case 'refused':
			wp_die( 'No.', 'No', [ 'response' => 403 ] );
		case 'gone':
			global $wp_query;
			$wp_query->set_404();
			status_header( 410 );
			include get_query_template( '404' ) ?: get_index_template();
			exit;
	}
} );

/**
 * The whole site, for everybody who is not logged in: a notice with 200 or with 503, while the REST API goes on; a login, the
 * REST API included (`login`), or the REST API alone closed (`rest`).
 */
add_action( 'template_redirect', function () {
	$mode = get_option( 'site_mode', '' );
	if ( ! in_array( $mode, [ 'login', 'maintenance', 'soon' ], true ) || is_user_logged_in() ) {
		return;
	}
	if ( $mode === 'login' ) {
		nocache_headers();
		wp_safe_redirect( wp_login_url( home_url( $_SERVER['REQUEST_URI'] ) ) );
		exit;
	}
	status_header( $mode === 'maintenance' ? 503 : 200 );
	echo '<!DOCTYPE html><html lang="es"><head><title>Pronto</title></head><body><h1>Volvemos pronto</h1></body></html>';
	exit;
}, 0 );
add_filter( 'rest_authentication_errors', function ( $result ) {
	if ( $result !== null || is_user_logged_in() || ! in_array( get_option( 'site_mode' ), [ 'login', 'rest' ], true ) ) {
		return $result;
	}
	return new WP_Error( 'rest_unauthorized', 'Solo con cuenta.', [ 'status' => rest_authorization_required_code() ] );
}, 99 );

/** Content gates that the theme shows, and the REST API does not know of. */
add_filter( 'the_content', function ( $content ) {
	$first = preg_match( '~^.*?</p>~s', $content, $match ) ? $match[0] : '';
	switch ( visibility_of_this_page() ) {
		case 'first':
		case 'fails':
			return $first;
		case 'gate':
			return $first . '<div class="gate"><p>Únete para seguir leyendo esta ficha.</p><a href="/alta/">Alta</a></div>';
		case 'review':
			return '<p>Esta ficha está en revisión.</p>';
		case 'nothing':
			return '';
	}
	return $content;
}, 50 );
add_action( 'template_redirect', function () {
	if ( visibility_of_this_page() === 'missing' ) {
		$GLOBALS['wp_query']->set_404();
		status_header( 404 );
	}
} );

/** A plugin that breaks at a page, in the REST API alone. */
add_filter( 'the_content', function ( $content ) {
	if ( defined( 'REST_REQUEST' ) && visibility_rule( get_the_ID() ) === 'fails' ) {
		throw new Error( 'Call to undefined function' );
	}
	return $content;
}, 50 );

/** Titles that only the REST API gives, or only a login. */
add_filter( 'the_title', function ( $title, $id = 0 ) {
	$rule      = visibility_rule( $id );
	$is_secret = ( $rule === 'title_in_rest' && defined( 'REST_REQUEST' ) ) || ( $rule === 'title_of_login' && is_user_logged_in() );
	return $is_secret ? "Proyecto topacio$id" : $title;
}, 10, 2 );

/** A notice in the place of every text, in the REST API too or on the page alone. */
add_filter( 'the_content', function ( $content ) {
	$notice = get_option( 'site_notice' );
	return is_array( $notice ) && ( $notice['rest'] || is_singular() ) ? $notice['html'] : $content;
}, 60 );

/** Ways of a whole site: a firewall before its pages, a theme without end tags, a footer that breaks, a stubborn page cache. */
add_action( 'template_redirect', function () {
	switch ( get_option( 'site_mode' ) ) {
		case 'firewall':
			if ( str_contains( $_SERVER['HTTP_USER_AGENT'] ?? '', 'wordpress-content-service' ) ) {
				status_header( 403 );
				header( 'Server: cloudflare' );
				header( 'cf-mitigated: challenge' );
				exit( '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>' );
			}
			return;
		case 'without_ends':
			return ob_start( fn( $html ) => preg_replace( '~</(?:body|html)>~', '', $html ) );
		case 'cache':
			$kept = WP_CONTENT_DIR . '/kept-' . md5( home_url() . strtok( $_SERVER['REQUEST_URI'], '?' ) );
			if ( is_file( $kept ) ) {
				readfile( $kept );
				exit;
			}
			return ob_start( function ( $html ) use ( $kept ) {
				file_put_contents( $kept, $html );
				return $html;
			} );
	}
}, 1 );
add_action( 'wp_footer', function () {
	if ( get_option( 'site_mode' ) === 'broken_footer' ) {
		throw new Error( 'Call to undefined function' );
	}
} );
