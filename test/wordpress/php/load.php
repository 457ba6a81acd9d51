<?php
/** Loads WordPress for a script of the command line, whose first argument is the site's folder; answers the others. */

error_reporting( E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED );
set_time_limit( 0 );

$arguments = array_slice( $argv, 1 );
$site      = (string) array_shift( $arguments );
if ( ! is_file( "$site/wp-load.php" ) ) {
	fwrite( STDERR, "There is no WordPress in '$site'\n" );
	exit( 2 );
}
$_SERVER += [
	'HTTP_HOST'       => 'localhost',
	'REQUEST_URI'     => '/',
	'REQUEST_METHOD'  => 'GET',
	'SERVER_PROTOCOL' => 'HTTP/1.1',
	'SERVER_NAME'     => 'localhost',
];
require "$site/wp-load.php";
return $arguments;
