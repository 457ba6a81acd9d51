<?php
/** install.php SITE ADMIN_PASSWORD: makes WordPress's tables and settings. */

define( 'WP_INSTALLING', true );
[ $password ] = require __DIR__ . '/load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

if ( ! is_blog_installed() ) {
	wp_install( 'Llave y Tejo', 'admin', 'admin@llaveytejo.example', true, '', $password );
}
update_option( 'blogdescription', 'Mantenimiento y reparaciones del hogar' );
update_option( 'timezone_string', 'Europe/Madrid' );
update_option( 'date_format', 'j \d\e F \d\e Y' );
