<?php
/** The general pages of a company, and public ones that are awkward to read; the catalogue is in seed-services.php. */

/** Adds a page by its slug and title, with the dates of its number. */
function add_general( int $number, string $slug, string $title, string $content ): int {
	return add_page( [ 'post_title' => $title, 'post_name' => $slug, 'post_content' => $content ] + dates( $number ) );
}

function seed_pages( array $pictures ): void {
	$front   = add_general(
		150,
		'inicio',
		'Inicio',
		heading_block( 'Tu casa, en marcha', 1 )
			. paragraph_block(
				'Electricidad, fontanería, cerrajería, desatascos, reformas y servicio técnico en 21 ciudades.'
			)
			. buttons_block( [ 'Ver servicios' => '/servicios/' ] )
			. LATEST_POSTS_BLOCK
	);
	$posts   = add_general( 151, 'blog', 'Blog', '' );
	seed_company( $pictures[3] );
	$privacy = seed_legal();
	seed_services( $pictures );
	seed_help( $pictures[3] );
	seed_awkward();

	update_option( 'show_on_front', 'page' );
	update_option( 'page_on_front', $front );
	update_option( 'page_for_posts', $posts );
	update_option( 'wp_page_for_privacy_policy', $privacy );
}

function seed_company( array $van ): void {
	add_general(
		152,
		'quienes-somos',
		'Quiénes somos',
		paragraph_block( 'Llave y Tejo nació en 2008 en un taller de dos hermanas.' )
			. media_text_block( $van, paragraph_block( 'Hoy somos 340 personas.' ) )
			. heading_block( 'Nuestra historia' )
			. paragraph_block( 'Empezamos con una furgoneta y dos oficios: fontanería y cerrajería. En 2012 llegaron los electricistas y la segunda ciudad, en 2016 el servicio técnico, y desde 2021 trabajamos en 21 ciudades con taller propio en cada una.' )
			. paragraph_block( 'Llave y Tejo sigue siendo de quienes trabajan en ella: una de cada tres personas de la plantilla es socia.' )
			. heading_block( 'El equipo' )
			. columns_block( [
				heading_block( 'Marta Ibáñez', 3 ) . paragraph_block( 'Dirección técnica' ),
				heading_block( 'Íñigo Peña', 3 ) . paragraph_block( 'Atención al cliente' ),
			] )
	);
	$email   = '<a href="mailto:hola@llaveytejo.example">hola@llaveytejo.example</a>';
	$hours   = [
		[ 'Lunes a viernes', '8:00–21:00' ],
		[ 'Sábados', '9:00–14:00' ],
		[ 'Urgencias', '24 horas' ],
	];
	$map     = 'https://maps.example/embed?q=Llave+y+Tejo';
	add_general(
		153,
		'contacto',
		'Contacto',
		paragraph_block( "Teléfono gratuito: [telefono]. Correo: $email" )
			. table_block( [ 'Día', 'Horario' ], $hours )
			. block( 'shortcode', '[presupuesto]' )
			. block( 'html', "<iframe src=\"$map\" width=\"600\" height=\"300\" loading=\"lazy\"></iframe>" )
	);
}

/** Legal pages; answers the id of the one on privacy. */
function seed_legal(): int {
	$terms = [ 'Uso lícito del sitio.', 'Propiedad intelectual.', 'Ley aplicable: española.' ];
	add_general(
		154,
		'aviso-legal',
		'Aviso legal',
		heading_block( 'Titular' )
			. paragraph_block( 'Llave y Tejo Servicios del Hogar, S.L. (sociedad ficticia).' )
			. heading_block( 'Condiciones de uso' ) . list_block( $terms, true )
			. heading_block( 'Precios y presupuestos' )
			. paragraph_block( 'Los precios del sitio son orientativos y no incluyen impuestos. Solo obliga el presupuesto por escrito que el cliente acepta.' )
			. heading_block( 'Responsabilidad' )
			. paragraph_block( 'Los consejos de este sitio son generales y no sustituyen la visita de un profesional.' )
	);
	$privacy = add_general(
		155,
		'politica-de-privacidad',
		'Política de privacidad',
		heading_block( 'Responsable del tratamiento' )
			. paragraph_block( 'Tratamos tus datos para gestionar avisos y presupuestos.' )
			. heading_block( 'Qué datos y durante cuánto tiempo' )
			. list_block( [
				'Nombre, teléfono y dirección del aviso: mientras dure la garantía.',
				'Facturas: seis años, porque lo pide la ley.',
				'Fotos y vídeos de la avería: se borran al cerrar el aviso.',
			] )
			. heading_block( 'Tus derechos' )
			. paragraph_block( 'Puedes ver, corregir y borrar tus datos, u oponerte a su uso, con un correo a hola@llaveytejo.example.' )
			. heading_block( 'A quién se comunican' )
			. paragraph_block( 'A la aseguradora si el aviso viene de ella, y a nadie más.' )
	);
	$cookies = [ [ 'kit_sesion', 'Técnica', 'Sesión' ], [ 'kit_idioma', 'Preferencias', '1 año' ] ];
	$table   = table_block( [ 'Cookie', 'Finalidad', 'Duración' ], $cookies );
	add_general( 156, 'cookies', 'Política de cookies', $table );
	return $privacy;
}

/** Questions, a job advert, the guarantee and a guide that is longer than one answer of read_page. */
function seed_help( array $van ): void {
	$json_ld = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage"}</script>';
	add_general(
		158,
		'preguntas-frecuentes',
		'Preguntas frecuentes',
		questions_block( company()['questions'], values_for( new Random( 'faq' ), 'sevilla', 'cerrajeria' ) )
			. block( 'html', $json_ld )
	);
	// The only page of the classic editor, without blocks.
	$image = "<img src=\"{$van['url']}\" alt=\"Furgoneta\" width=\"640\" height=\"360\" />";
	add_general(
		160,
		'trabaja-con-nosotros',
		'Trabaja con nosotros',
		"<h2>Ofertas de empleo</h2>\nBuscamos personas con oficio y ganas de enseñarlo a otras.\n\n"
			. "Contrato <strong>indefinido</strong> desde el primer día. Llámanos al [telefono] o deja tu currículo en recepción.\n\n"
			. "<ul>\n<li>Fontanero oficial de primera</li>\n<li>Electricista con carné</li>\n</ul>\n"
			. "[caption id=\"attachment_{$van['id']}\" align=\"alignnone\" width=\"640\"]$image Nuestra furgoneta[/caption]"
	);
	add_general(
		161,
		'garantias',
		'Garantías',
		paragraph_block( 'Cada trabajo tiene doce meses de garantía sobre la mano de obra, por escrito en la factura.' )
			. heading_block( 'Qué cubre' )
			. list_block( [
				'La misma avería en el mismo lugar: se repara sin coste, desplazamiento incluido.',
				'Los materiales, con la garantía de su fabricante: dos o tres años.',
				'Los daños que cause nuestro trabajo, con un seguro de 600.000 euros.',
			] )
			. heading_block( 'Qué no cubre' )
			. list_block( [ 'El desgaste normal.', 'Lo que otra persona haya tocado después.' ] )
			. heading_block( 'Cómo se pide' )
			. paragraph_block( 'Llama al [telefono] con el número de la factura. Damos cita en 48 horas.' )
	);
	$chapter = fn( array $service ) => heading_block( $service['name'] ) . implode(
		'',
		array_map(
			fn( $fault ) => heading_block( "Si $fault", 3 ) . advice( $service['name'] . $fault, $service, $fault ),
			$service['faults']
		)
	);
	add_general(
		164,
		'guia-larga',
		'Guía del hogar',
		paragraph_block( 'Lo que cuentan nuestros técnicos de cada avería, para leer antes de llamar.' )
			. implode( '', array_map( $chapter, array_values( company()['services'] ) ) )
	);
}

/**
 * Pages that are awkward to read, below one of their own: the recording of the demo leaves them out
 * (record-demo.ts).
 */
function seed_awkward(): void {
	$parent = add_general( 166, 'casos-dificiles', 'Casos difíciles', paragraph_block( 'Páginas difíciles de leer.' ) );
	$add    = fn( int $number, string $slug, string $title, string $content ) => add_page( [
		'post_title'   => $title,
		'post_name'    => $slug,
		'post_parent'  => $parent,
		'post_content' => $content,
	] + dates( $number ) );
	$unseen = '<div style="display:none">Texto oculto con estilo</div><noscript>Sin JavaScript</noscript>'
		. '<style>.x{color:red}</style><script>window.KIT="esto no es contenido";</script>';
	$add(
		167,
		'signos',
		'Signos & «comillas» <em>2025</em>',
		paragraph_block(
			'Precio &lt; 50&nbsp;€ &amp; sin sorpresas — «garantía» de 12&nbsp;meses… 👷‍♀️🔧'
		)
			. SEPARATOR_BLOCK . SPACER_BLOCK . paragraph_block( '' ) . block( 'html', $unseen )
			. block( 'preformatted', "<pre class=\"wp-block-preformatted\">Código   PIN\n  1234</pre>" )
			. MORE_BLOCK
			. paragraph_block(
				'Línea uno<br>línea dos, <mark>resaltado</mark>, <sup>1</sup>, '
					. '<abbr title="Impuesto sobre el Valor Añadido">IVA</abbr>.'
			)
	);
	$add(
		168,
		'maquetador',
		'De otro maquetador',
		'[vc_row][vc_column width="1/2"][vc_column_text]<p>Texto dentro de un maquetador que ya no está instalado.</p>'
			. '[/vc_column_text][/vc_column][/vc_row]'
	);
	$add( 162, 'pagina-vacia', 'Página vacía', '' );
	$add( 163, 'sin-titulo', '', paragraph_block( 'Una página publicada sin título.' ) );
	$add(
		165,
		'dos-paginas',
		'Artículo en dos páginas',
		paragraph_block( 'Primera parte.' ) . PAGE_BREAK_BLOCK
			. paragraph_block( 'Segunda parte, detrás del salto de página.' )
	);
}
