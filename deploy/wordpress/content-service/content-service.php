<?php
/**
 * Plugin Name:       Content Service
 * Description:       Tells the content service at once what changed on this site, and can stand in front of it where the web server cannot be told anything.
 * Version:           1.0.0
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

require_once __DIR__ . '/includes/class-options.php';
require_once __DIR__ . '/includes/class-signature.php';
