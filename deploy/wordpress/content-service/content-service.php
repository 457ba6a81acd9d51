<?php
/**
 * Plugin Name:       Content Service
 * Description:       Connects this site with its content service, through which AI assistants search and read its public pages.
 * Version:           1.2.0
 * Requires at least: 6.2
 * Requires PHP:      7.4
 * License:           GPL-2.0-or-later
 * License URI:       https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:       content-service
 * Domain Path:       /languages
 *
 * @package Content_Service
 */

declare( strict_types=1 );

namespace Content_Service;

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/** Version of the plugin, as in its header. */
const VERSION = '1.2.0';

require_once __DIR__ . '/includes/class-options.php';
require_once __DIR__ . '/includes/class-gateway.php';

// Run before plugins, the theme and the pages of WordPress.
Gateway::answer();

require_once __DIR__ . '/includes/class-links.php';
require_once __DIR__ . '/includes/class-web-mcp.php';
require_once __DIR__ . '/includes/class-service.php';
require_once __DIR__ . '/includes/class-reading.php';
require_once __DIR__ . '/includes/class-editor-panel.php';
require_once __DIR__ . '/includes/class-refresh.php';
require_once __DIR__ . '/includes/class-changes.php';
require_once __DIR__ . '/includes/class-trial.php';
require_once __DIR__ . '/includes/class-site-health.php';
require_once __DIR__ . '/includes/class-gateway-trial.php';
require_once __DIR__ . '/includes/class-reserved-address.php';
require_once __DIR__ . '/includes/class-settings-page.php';

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'content-service', false, 'content-service/languages' );
	}
);
add_action( 'admin_init', [ Options::class, 'move_secret' ] );
register_deactivation_hook( __FILE__, [ Refresh::class, 'stop' ] );
Changes::listen();
Links::register();
Web_MCP::register();
Reading::register();
Editor_Panel::register();
Site_Health::register();
Settings_Page::register();
if ( defined( 'WP_CLI' ) && WP_CLI ) {
	require_once __DIR__ . '/includes/class-command.php';
	\WP_CLI::add_command( 'content-service', Command::class );
}
