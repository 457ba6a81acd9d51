<?php
/** permalinks.php SITE: turns pretty permalinks on, which takes a WordPress that is already installed. */

require __DIR__ . '/load.php';
global $wp_rewrite;
$wp_rewrite->init();
$wp_rewrite->set_permalink_structure( '/%postname%/' );
flush_rewrite_rules( false );
