<?php
/**
 * Tools of public pages for assistants in the browser (WebMCP, `document.modelContext`). The script reads the tools of the
 * service at /mcp of this site, and registers nothing if a browser has no WebMCP or the service does not answer.
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

final class Web_MCP {

	/** Loads the script on public pages, if the tools are enabled. */
	public static function register(): void {
		if ( ! Options::get( 'webmcp' ) || '' === Options::url() ) {
			return;
		}
		add_action(
			'wp_enqueue_scripts',
			static function () {
				// WordPress before 6.3 treats the array as true: in the footer.
				$place = [
					'in_footer' => true,
					'strategy'  => 'defer',
				];
				wp_enqueue_script( 'content-service-webmcp', Options::file_url( 'assets/webmcp.js' ), [], VERSION, $place );
			}
		);
	}
}
