<?php
/** A page for each of 21 cities, and below each the services that it has: six everywhere, some only here and there. */

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
		foreach ( services_of( $slug ) as $service_slug => $service ) {
			if ( ! isset( $service['cities'] ) ) {
				add_service_of_city( $parent, $slug, $service_slug, ++$number, $pictures );
			}
		}
	}
	foreach ( array_keys( company()['cities'] ) as $slug ) {
		$parent = get_page_by_path( $slug )->ID;
		foreach ( services_of( $slug ) as $service_slug => $service ) {
			if ( isset( $service['cities'] ) ) {
				add_service_of_city( $parent, $slug, $service_slug, ++$number, $pictures );
			}
		}
		foreach ( company()['quarters'][ $slug ] ?? [] as $quarter ) {
			add_page( [
				'post_title'   => "Servicios para el hogar en $quarter",
				'post_name'    => sanitize_title( $quarter ),
				'post_parent'  => $parent,
				'post_content' => quarter_content( $slug, $quarter ),
				'menu_order'   => ++$number,
			] + dates( $number ) );
		}
	}
}

/** The services that a city has, by slug. */
function services_of( string $city_slug ): array {
	return array_filter(
		company()['services'],
		fn( $service ) => in_array( $city_slug, $service['cities'] ?? [ $city_slug ], true )
	);
}

function add_service_of_city( int $parent, string $city, string $service, int $number, array $pictures ): void {
	$people = company()['services'][ $service ]['people'];
	add_page( [
		'post_title'   => "$people en " . company()['cities'][ $city ]['name'],
		'post_name'    => $service,
		'post_parent'  => $parent,
		'post_content' => service_content( $city, $service, $number, $pictures ),
		'menu_order'   => $number,
	] + dates( $number ) );
}

/** A quarter of a city that has more work than others. */
function quarter_content( string $city_slug, string $quarter ): string {
	$city   = company()['cities'][ $city_slug ]['name'];
	$shifts = [
		[ 'Mañana', '8:00–14:00', 'El mismo día' ],
		[ 'Tarde', '14:00–21:00', 'El mismo día o a primera hora del siguiente' ],
		[ 'Noche', '21:00–8:00', 'Solo lo que no puede esperar' ],
	];
	return paragraph_block(
		"Nuestro taller móvil de $quarter aparca en el barrio de lunes a sábado, así que aquí llegamos antes que a otras zonas "
			. "de <a href=\"/$city_slug/\">$city</a>."
	)
		. heading_block( 'Turnos' ) . table_block( [ 'Turno', 'Horas', 'Cuándo vamos' ], $shifts )
		. quote_block( 'Vinieron a la hora que dijeron y dejaron todo recogido.', "Comunidad de propietarios, $quarter" )
		. buttons_block( [ 'Llamar' => 'tel:+34900000123' ] );
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
	foreach ( array_chunk( services_of( $slug ), 3, true ) as $services ) {
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
	$service = company()['services'][ $slug ];
	[ 'name' => $name, 'people' => $people, 'jobs' => $jobs, 'faults' => $faults ] = $service;
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
	$row   = fn( int $at, string $job ) => [ $job, price_of( $service, $at ), $at < 2 ? '2 h' : '24–48 h' ];
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
