<?php
/** What is put into WordPress, one post at a time. */

/** Adds a published page, unless the fields say otherwise; answers its id. */
function add_page( array $fields ): int {
	$fields += [
		'post_type'      => 'page',
		'post_status'    => 'publish',
		'post_author'    => 1,
		'comment_status' => 'closed',
		'ping_status'    => 'closed',
	];
	$id = wp_insert_post( wp_slash( $fields ), true );
	if ( is_wp_error( $id ) ) {
		fwrite( STDERR, "{$fields['post_title']}: {$id->get_error_message()}\n" );
		exit( 1 );
	}
	return $id;
}

/** Dates of the so manieth page: published on its day, changed some time later. */
function dates( int $number ): array {
	$published = mktime( 9, 30, 0, 3, 1, 2023 ) + DAY_IN_SECONDS * $number;
	$modified  = $published + DAY_IN_SECONDS * ( $number * 7 % 500 ) + $number;
	return [ 'post_date' => date( 'Y-m-d H:i:s', $published ), 'kit_modified' => date( 'Y-m-d H:i:s', $modified ) ];
}

/** A PNG of one colour, made by hand, so that no image library is needed. */
function png( int $width, int $height, array $colour ): string {
	$row   = "\0" . str_repeat( pack( 'C3', ...$colour ), $width );
	$chunk = fn( string $type, string $data ) =>
		pack( 'N', strlen( $data ) ) . $type . $data . pack( 'N', crc32( $type . $data ) );
	return "\x89PNG\r\n\x1a\n"
		. $chunk( 'IHDR', pack( 'NNCCCCC', $width, $height, 8, 2, 0, 0, 0 ) )
		. $chunk( 'IDAT', gzcompress( str_repeat( $row, $height ), 9 ) )
		. $chunk( 'IEND', '' );
}

/** Adds a picture to the library; answers its id, address and alternative text. */
function add_picture( string $name, string $alt ): array {
	$random = new Random( $name );
	$colour = [ $random->between( 60, 230 ), $random->between( 60, 230 ), $random->between( 60, 230 ) ];
	$upload = wp_upload_bits( "$name.png", null, png( 640, 360, $colour ), '2023/02' );
	if ( ! empty( $upload['error'] ) ) {
		fwrite( STDERR, "$name: {$upload['error']}\n" );
		exit( 1 );
	}
	$fields = [
		'post_mime_type' => 'image/png',
		'post_title'     => $alt,
		'post_excerpt'   => "$alt.",
		'post_status'    => 'inherit',
	];
	$id     = wp_insert_attachment( $fields, $upload['file'] );
	update_post_meta( $id, '_wp_attachment_image_alt', $alt );
	wp_update_attachment_metadata( $id, [
		'width'      => 640,
		'height'     => 360,
		'file'       => "2023/02/$name.png",
		'sizes'      => [],
		'image_meta' => [],
	] );
	return [ 'id' => $id, 'url' => $upload['url'], 'alt' => $alt ];
}
