<?php
/** The catalogue: a page that lists the services, one for each of them, and the price list. */

function seed_services( array $pictures ): void {
	$links  = [];
	$number = 170;
	foreach ( company()['services'] as $slug => $service ) {
		$links[] = "<a href=\"/$slug/\">{$service['name']}</a>: " . implode( ', ', $service['jobs'] );
		add_general(
			$number++,
			$slug,
			$service['name'],
			general_service_content( $slug, $service, $pictures[ $number % 6 ] )
		);
	}
	add_general( 157, 'servicios', 'Servicios', list_block( $links ) );
	seed_prices();
}

function general_service_content( string $slug, array $service, array $picture ): string {
	[ $about, $advice ] = $service['about'];
	$where              = [];
	foreach ( company()['cities'] as $city_slug => $city ) {
		if ( isset( services_of( $city_slug )[ $slug ] ) ) {
			$where[] = "<a href=\"/$city_slug/$slug/\">{$city['name']}</a>";
		}
	}
	return paragraph_block( $about )
		. image_block( $picture, $picture['alt'] )
		. heading_block( 'Trabajos de ' . mb_strtolower( $service['name'] ) ) . list_block( $service['jobs'] )
		. heading_block( 'Cuándo llamarnos' ) . list_block( array_map( 'ucfirst', $service['faults'] ) )
		. paragraph_block( $advice )
		. heading_block( 'Cómo trabajamos' ) . list_block( company()['steps'], true )
		. heading_block( 'Dónde' ) . paragraph_block( implode( ', ', $where ) . '.' )
		. paragraph_block( "Desde {$service['price']}&nbsp;€ más IVA: mira <a href=\"/tarifas/\">todas las tarifas</a>." )
		. buttons_block( [
			'Llamar ahora'      => 'tel:+34900000123',
			'Pedir presupuesto' => home_url( "/contacto/?servicio=$slug" ),
		] );
}

function seed_prices(): void {
	$html = paragraph_block(
		'Lista de precios de salida, sin IVA y con el desplazamiento incluido si se acepta el presupuesto. El precio final se da por '
			. 'escrito antes de empezar.'
	);
	foreach ( company()['services'] as $service ) {
		$row   = fn( int $at, string $job ) => [ $job, price_of( $service, $at ) ];
		$html .= heading_block( $service['name'] )
			. table_block( [ 'Trabajo', 'Desde' ], array_map( $row, array_keys( $service['jobs'] ), $service['jobs'] ) );
	}
	$extras = [
		[ 'Visita sin aceptar el presupuesto', '30 €' ],
		[ 'De 22:00 a 8:00', '+40 %' ],
		[ 'Domingos y festivos', '+30 %' ],
		[ 'Hora adicional de mano de obra', '32 €' ],
	];
	$html  .= heading_block( 'Desplazamiento y recargos' ) . table_block( [ 'Concepto', 'Importe' ], $extras )
		. heading_block( 'Impuestos' )
		. paragraph_block( 'Se aplica el 21&nbsp;% de IVA, o el 10&nbsp;% en las obras de vivienda que cumplen los requisitos.' )
		. heading_block( 'Ofertas' )
		. list_block( [
			'Primera revisión de cuadro o caldera: 10 % menos hasta el 31 de diciembre de 2025.',
			'Dos servicios en la misma visita: el segundo desplazamiento no se cobra.',
			'Socios de comunidades con contrato: 5 % en todos los trabajos.',
		] );
	add_general( 210, 'tarifas', 'Tarifas y ofertas 2025', $html );
}

/** Starting price of the so manieth job of a service. */
function price_of( array $service, int $at ): string {
	return ( $service['price'] + 15 * $at ) . ' €';
}
