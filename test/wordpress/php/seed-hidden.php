<?php
/** What must never leave the site: each carries a word to look for, SECRETO-KIND-NUMBER. */

function seed_hidden(): void {
	$madrid = get_page_by_path( 'madrid' )->ID;
	foreach ( range( 1, 6 ) as $n ) {
		add_hidden( 'BORRADOR', $n, "Borrador $n SECRETO-BORRADOR-$n", [
			'post_status' => 'draft',
			'post_parent' => $n % 2 ? $madrid : 0,
		] );
	}
	foreach ( range( 1, 4 ) as $n ) {
		add_hidden( 'PRIVADA', $n, "Tarifa interna $n SECRETO-PRIVADA-$n", [
			'post_status' => 'private',
			'post_name'   => "tarifa-interna-$n",
		] );
	}
	foreach ( range( 1, 4 ) as $n ) {
		add_hidden( 'CLAVE', $n, "Zona clientes $n", [
			'post_password' => 'clave123',
			'post_name'     => "zona-clientes-$n",
			'post_excerpt'  => 1 === $n ? 'Resumen SECRETO-RESUMEN-1' : '',
		] + dates( 200 + $n ) );
	}
	foreach ( range( 1, 2 ) as $n ) {
		add_hidden( 'PENDIENTE', $n, "Pendiente $n SECRETO-PENDIENTE-$n", [ 'post_status' => 'pending' ] );
	}
	foreach ( range( 1, 2 ) as $n ) {
		add_hidden( 'FUTURA', $n, "Campaña futura $n SECRETO-FUTURA-$n", [
			'post_status' => 'future',
			'post_date'   => ( (int) gmdate( 'Y' ) + 5 ) . "-05-0$n 10:00:00",
		] );
	}
	foreach ( range( 1, 2 ) as $n ) {
		wp_trash_post( add_hidden( 'PAPELERA', $n, "Retirada $n SECRETO-PAPELERA-$n", [
			'post_name' => "retirada-$n",
		] + dates( 210 + $n ) ) );
	}
	$post = [ 'post_type' => 'post' ];
	add_hidden( 'ENTRADA', 1, 'Entrada borrador SECRETO-ENTRADA-1', [ 'post_status' => 'draft' ] + $post );
	add_hidden( 'ENTRADA', 2, 'Entrada privada SECRETO-ENTRADA-2', [ 'post_status' => 'private' ] + $post );
	add_hidden( 'ENTRADA', 3, 'Entrada con clave', [ 'post_password' => 'clave123' ] + $post + dates( 220 ) );
	add_hidden( 'FICHA', 1, 'Ficha SECRETO-FICHA-1', [ 'post_type' => 'ficha_interna' ] );

	// The child is public, and its address names the parent.
	$folder = add_hidden( 'PADRE', 1, 'Carpeta SECRETO-PADRE-1', [
		'post_status' => 'private',
		'post_name'   => 'carpeta-interna',
	] );
	add_page( [
		'post_title'   => 'Avisos de comunidades',
		'post_name'    => 'avisos-de-comunidades',
		'post_parent'  => $folder,
		'post_content' => paragraph_block( 'Los administradores de fincas dan sus avisos en el 900 000 123, opción 2, a cualquier hora.' ),
	] + dates( 221 ) );
}

function add_hidden( string $kind, int $number, string $title, array $fields ): int {
	$content = paragraph_block( "Texto que nadie debe ver SECRETO-$kind-$number" );
	return add_page( [ 'post_title' => $title, 'post_content' => $content ] + $fields );
}
