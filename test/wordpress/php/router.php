<?php
/** The router of PHP's own server: files that are there as they are, everything else to WordPress. */

$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ?: '/' );
if ( str_contains( $path, '..' ) || str_contains( $path, '/.' ) ) {
	http_response_code( 404 );
	return true;
}
$index = rtrim( $path, '/' ) . '/index.php';
if ( is_dir( $root . $path ) && is_file( $root . $index ) ) {
	$path = $index;
}
if ( is_file( $root . $path ) && ! str_ends_with( $path, '.php' ) ) {
	return false;
}
$script = is_file( $root . $path ) ? $path : '/index.php';

$_SERVER['SCRIPT_NAME']     = $script;
$_SERVER['PHP_SELF']        = $script;
$_SERVER['SCRIPT_FILENAME'] = $root . $script;
chdir( dirname( $root . $script ) );
require $root . $script;
return true;
