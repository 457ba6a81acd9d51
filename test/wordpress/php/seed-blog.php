<?php
/** Posts, and pages of a custom type. */

const SUBJECTS = [
	'Cómo saber si tu cuadro eléctrico es antiguo',
	'Cinco trucos para desatascar el fregadero',
	'Qué hacer si te quedas fuera de casa',
	'Cuánto cuesta reformar un baño en 2025',
	'Por qué la lavadora no centrifuga',
	'Ahorra en la factura de la luz este invierno',
	'Humedades: causas y soluciones',
	'Bombines antibumping, ¿merecen la pena?',
	'Mantenimiento de fosas sépticas',
	'Ventanas de PVC o de aluminio',
	'Limpia el filtro del aire acondicionado',
	'El boletín eléctrico explicado',
	'Cómo purgar los radiadores',
	'Llaves inteligentes: ventajas y riesgos',
	'Raíces en las tuberías',
	'Ideas para cocinas pequeñas',
	'El frigorífico hace hielo: guía rápida',
	'Punto de recarga en el garaje comunitario',
	'Cambiar la bañera por un plato de ducha',
	'Poda el recibo del agua',
];

function seed_blog( array $pictures, int $editor ): void {
	$services   = array_keys( company()['services'] );
	$categories = [];
	foreach ( company()['services'] as $slug => $service ) {
		$categories[ $slug ] = wp_insert_term( $service['name'], 'category', [ 'slug' => $slug ] )['term_id'];
	}
	foreach ( SUBJECTS as $number => $subject ) {
		$service = $services[ $number % 6 ];
		$picture = $pictures[ $number % 6 ];
		$post    = add_page( [
			'post_type'      => 'post',
			'post_title'     => $subject,
			'post_content'   => post_content( $number, $service, $picture ),
			'post_author'    => $number % 2 ? 1 : $editor,
			'post_category'  => [ $categories[ $service ] ],
			'tags_input'     => [ 'consejos', $number % 2 ? 'ahorro' : 'averías' ],
			'comment_status' => 'open',
			'post_excerpt'   => $number % 3 ? '' : 'Resumen escrito a mano.',
		] + dates( 170 + $number * 9 ) );
		set_post_thumbnail( $post, $picture['id'] );
		if ( $number < 3 ) {
			wp_insert_comment( [
				'comment_post_ID'  => $post,
				'comment_author'   => 'Visitante',
				'comment_content'  => 'Muy útil, gracias.',
				'comment_approved' => 1,
			] );
		}
	}
	foreach ( [ 'Reforma en Chamberí', 'Comunidad de 40 vecinos en Getxo', 'Hotel en Adeje' ] as $number => $title ) {
		add_page( [
			'post_type'    => 'proyecto',
			'post_title'   => $title,
			'post_content' => paragraph_block( 'Proyecto terminado.' ) . filler( "proy-$number", 2 ),
		] + dates( 300 + $number ) );
	}
}

function post_content( int $number, string $service, array $picture ): string {
	$random = new Random( "post-$number" );
	$values = values_for( $random, array_keys( company()['cities'] )[ $number ], $service );
	$html   = paragraph_block( SUBJECTS[ $number ] . ': lo que nos preguntan cada semana.' );
	$html  .= paragraphs( $random, $values, $service, 2, 5 ) . MORE_BLOCK;
	$html  .= heading_block( 'Paso a paso' );
	$html  .= list_block( $random->sample( company()['services'][ $service ]['faults'], 5 ), true );
	$html  .= image_block( $picture, 'Foto del taller' ) . paragraphs( $random, $values, $service, 3, 5 );
	return $html . quote_block( 'Más vale revisar que reparar.', 'Refrán de la casa' );
}
