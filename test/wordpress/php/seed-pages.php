<?php
/** The general pages of a company, and public ones that are awkward to read. */

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
	seed_services();
	seed_awkward( $pictures[3] );

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
			. heading_block( 'Nuestra historia' ) . filler( 'historia', 3 )
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
			. filler( 'legal', 6, 7 )
	);
	$privacy = add_general(
		155,
		'politica-de-privacidad',
		'Política de privacidad',
		heading_block( 'Responsable del tratamiento' )
			. paragraph_block( 'Tratamos tus datos para gestionar avisos y presupuestos.' )
			. filler( 'privacidad', 8, 7 )
	);
	$cookies = [ [ 'kit_sesion', 'Técnica', 'Sesión' ], [ 'kit_idioma', 'Preferencias', '1 año' ] ];
	$table   = table_block( [ 'Cookie', 'Finalidad', 'Duración' ], $cookies );
	add_general( 156, 'cookies', 'Política de cookies', $table );
	return $privacy;
}

function seed_services(): void {
	$services = array_map(
		fn( $service ) => "{$service['name']}: " . implode( ', ', $service['jobs'] ),
		array_values( company()['services'] )
	);
	add_general( 157, 'servicios', 'Servicios', list_block( $services ) );
	$json_ld = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"FAQPage"}</script>';
	add_general(
		158,
		'preguntas-frecuentes',
		'Preguntas frecuentes',
		questions_block( company()['questions'], values_for( new Random( 'faq' ), 'sevilla', 'cerrajeria' ) )
			. block( 'html', $json_ld )
	);
}

function seed_awkward( array $van ): void {
	$unseen = '<div style="display:none">Texto oculto con estilo</div><noscript>Sin JavaScript</noscript>'
		. '<style>.x{color:red}</style><script>window.KIT="esto no es contenido";</script>';
	add_general(
		159,
		'tarifas',
		'Tarifas & «ofertas» <em>2025</em>',
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
	$image = "<img src=\"{$van['url']}\" alt=\"Furgoneta\" width=\"640\" height=\"360\" />";
	add_general(
		160,
		'trabaja-con-nosotros',
		'Trabaja con nosotros',
		"<h2>Ofertas de empleo</h2>\nTexto del editor clásico, sin bloques.\n\n"
			. "Segundo párrafo con <strong>negrita</strong> y un [telefono].\n\n"
			. "<ul>\n<li>Fontanero oficial de primera</li>\n<li>Electricista con carné</li>\n</ul>\n"
			. "[caption id=\"attachment_{$van['id']}\" align=\"alignnone\" width=\"640\"]$image Nuestra furgoneta[/caption]"
	);
	add_general(
		161,
		'garantias',
		'Garantías',
		'[vc_row][vc_column width="1/2"][vc_column_text]<p>Texto dentro de un maquetador que ya no está instalado.</p>'
			. '[/vc_column_text][/vc_column][/vc_row]'
	);
	add_general( 162, 'pagina-vacia', 'Página vacía', '' );
	add_general( 163, 'sin-titulo', '', paragraph_block( 'Una página publicada sin título.' ) );
	$chapter = fn( int $number ) => heading_block( "Capítulo $number" ) . filler( "guia-$number", 4, 8 );
	add_general( 164, 'guia-larga', 'Guía larga del hogar', implode( '', array_map( $chapter, range( 1, 40 ) ) ) );
	add_general(
		165,
		'dos-paginas',
		'Artículo en dos páginas',
		paragraph_block( 'Primera parte.' ) . PAGE_BREAK_BLOCK
			. paragraph_block( 'Segunda parte, detrás del salto de página.' )
	);
}
