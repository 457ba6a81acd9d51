<?php
/** A page for each of 21 cities, and six pages of services below each. */

function seed_cities( array $pictures ): void {
	// Its text lives in another post, and only shows once rendered.
	$notice = add_page( [
		'post_type'    => 'wp_block',
		'post_title'   => 'Aviso urgencias',
		'post_content' => paragraph_block(
			'<strong>Urgencias 24 horas:</strong> llama al 900 000 123, también en festivos.',
			'aviso-urgencias'
		),
	] );
	$number = 0;
	foreach ( company()['cities'] as $slug => $city ) {
		$parent = add_page( [
			'post_title'   => "{$city['name']}: servicios para el hogar",
			'post_name'    => $slug,
			'post_content' => city_content( $slug, $notice, $pictures[ $number % 6 ] ),
			'post_excerpt' => "Electricistas, fontaneros, cerrajeros y más en {$city['name']}.",
			'menu_order'   => $number,
			'meta_input'   => [ 'kit_zona' => $city['region'] ],
		] + dates( $number ) );
		foreach ( company()['services'] as $service_slug => $service ) {
			$number++;
			add_page( [
				'post_title'   => "{$service['people']} en {$city['name']}",
				'post_name'    => $service_slug,
				'post_parent'  => $parent,
				'post_content' => service_content( $slug, $service_slug, $number, $pictures ),
				'menu_order'   => $number,
			] + dates( $number ) );
		}
	}
}

function city_content( string $slug, int $notice, array $picture ): string {
	[ 'name' => $name, 'region' => $region, 'districts' => $districts ] = company()['cities'][ $slug ];
	$random = new Random( "ciudad-$slug" );
	$values = values_for( $random, $slug, 'electricidad' );
	$column = fn( string $service, array $about ) =>
		heading_block( "<a href=\"/$slug/$service/\">{$about['name']}</a>", 3 )
			. paragraph_block( "Desde {$about['price']}&nbsp;€ más IVA." );

	$html = group_block(
		heading_block( "Mantenimiento y reparaciones del hogar en $name", 2, 'servicios' )
			. paragraph_block(
				"En <strong>$name</strong> ($region) tenemos equipo propio de electricistas, fontaneros, cerrajeros, poceros, "
					. 'albañiles y técnicos. Un solo teléfono, [telefono], para todo lo que se estropea en casa.'
			)
	);
	foreach ( array_chunk( company()['services'], 3, true ) as $services ) {
		$html .= columns_block( array_map( $column, array_keys( $services ), $services ) );
	}
	$html .= "<!-- wp:block {\"ref\":$notice} /-->\n\n";
	$html .= heading_block( 'Barrios y municipios donde trabajamos' ) . list_block( $districts );
	$html .= paragraphs( $random, $values, 'electricidad', 2, 4 );
	$html .= media_text_block( $picture, paragraph_block( "Taller móvil en $name con más de 400 repuestos a bordo." ) );
	$html .= quote_block(
		"Vinieron a {$districts[0]} en media hora y dejaron todo funcionando.",
		"Lucía M., {$districts[0]}"
	);
	return $html . buttons_block( [
		"Pedir presupuesto en $name" => home_url( "/contacto/?ciudad=$slug" ),
		'Llamar'                     => 'tel:+34900000123',
	] );
}

function service_content( string $city_slug, string $slug, int $number, array $pictures ): string {
	[ 'name' => $city, 'districts' => $districts ] = company()['cities'][ $city_slug ];
	[ 'name' => $name, 'people' => $people, 'jobs' => $jobs, 'faults' => $faults, 'price' => $price ] =
		company()['services'][ $slug ];
	$random  = new Random( "servicio-$city_slug-$slug" );
	$values  = values_for( $random, $city_slug, $slug );
	$picture = $pictures[ $number % 6 ];

	$html  = paragraph_block(
		'¿Buscas <em>' . mb_strtolower( $people ) . "</em> en <strong>$city</strong>? Atendemos {$districts[0]}, "
			. "{$districts[1]}, {$districts[2]} y el resto de la zona."
	);
	$html .= image_block( $picture, $picture['alt'] );
	$html .= heading_block( 'Trabajos de ' . mb_strtolower( $name ) . " en $city" ) . list_block( $jobs );
	$html .= paragraphs( $random, $values, $slug, 2, 4 );
	$html .= heading_block( "Tarifas en $city" );
	$row   = fn( int $at, string $job ) => [ $job, ( $price + 15 * $at ) . ' €', $at < 2 ? '2 h' : '24–48 h' ];
	$html .= table_block(
		[ 'Trabajo', 'Desde', 'Plazo' ],
		array_map( $row, array_keys( $jobs ), $jobs ),
		'Precios sin IVA. Desplazamiento incluido.'
	);
	$html .= heading_block( '¿Cuándo llamarnos?', 3 ) . list_block( array_map( 'ucfirst', $faults ), true );
	$html .= heading_block( 'Preguntas frecuentes' );
	$html .= questions_block( $random->sample( company()['questions'], 4 ), $values );
	if ( 0 === $number % 5 ) {
		$html .= gallery_block( array_slice( $pictures, 0, 4 ) );
	}
	if ( 0 === $number % 6 ) {
		$html .= video_block( sprintf( 'https://www.youtube.com/watch?v=kit%08d', $number ) );
	}
	$html .= quote_block( 'Precio cerrado y sin sorpresas. Repetiré.', 'Andrés, ' . $random->pick( $districts ) );
	$html .= block( 'shortcode', "[presupuesto servicio=\"$name\" ciudad=\"$city\"]" );
	$html .= block( 'shortcode', "[opiniones ciudad=\"$city\"]" );
	if ( 0 === $number % 7 ) {
		// Its plugin is not installed any more, so it stays as text.
		$html .= block( 'shortcode', '[contact-form-7 id="123" title="Contacto"]' );
	}
	return $html . buttons_block( [ 'Llamar ahora' => 'tel:+34900000123' ] );
}
