import { describe } from 'node:test';
import { examples } from './render.ts';

// What a WordPress rendered of the pages below /casos-dificiles/ of test/wordpress/php/seed-pages.php.
describe('convert, pages that are awkward to read', () => {
  examples({
    'keeps signs and separators, and leaves out what the page hides and empty paragraphs': [
      `
<p>Precio &lt; 50&nbsp;€ &amp; sin sorpresas — «garantía» de 12&nbsp;meses… 👷‍♀️🔧</p>

<hr class="wp-block-separator has-alpha-channel-opacity"/>

<div style="height:40px" aria-hidden="true" class="wp-block-spacer"></div>

<p></p>

<div style="display:none">Texto oculto con estilo</div><noscript>Sin JavaScript</noscript><style>.x{color:red}</style><script>window.KIT="esto no es contenido";</script>

<pre class="wp-block-preformatted">Código   PIN
  1234</pre>

<!--more-->

<p>Línea uno<br>línea dos, <mark>resaltado</mark>, <sup>1</sup>, <abbr title="Impuesto sobre el Valor Añadido">IVA</abbr>.</p>
`,
      'Precio < 50 € & sin sorpresas — «garantía» de 12 meses… 👷‍♀️🔧\n\n***\n\n```\nCódigo   PIN\n  1234\n```\n\nLínea uno  \nlínea dos, resaltado, ¹, IVA.',
    ],
    'reads the text between shortcodes of a builder that is gone': [
      `<p>[vc_row][vc_column width=&#8221;1/2&#8243;][vc_column_text]</p>
<p>Texto dentro de un maquetador que ya no está instalado.</p>
<p>[/vc_column_text][/vc_column][/vc_row]</p>
`,
      'Texto dentro de un maquetador que ya no está instalado.',
    ],
    'reads an article over its page break': [
      `
<p>Primera parte.</p>

<!--nextpage-->

<p>Segunda parte, detrás del salto de página.</p>
`,
      'Primera parte.\n\nSegunda parte, detrás del salto de página.',
    ],
    'reads a caption of the classic editor': [
      `<h2>Ofertas de empleo</h2>
<p>Contrato <strong>indefinido</strong>. Llama al <a class="tel" href="tel:+34900000123">900 000 123</a>.</p>
<ul>
<li>Fontanero oficial de primera</li>
<li>Electricista con carné</li>
</ul>
<p><figure id="attachment_7" aria-describedby="caption-attachment-7" style="width: 640px" class="wp-caption alignnone"><img loading="lazy" decoding="async" src="https://ejemplo.es/wp-content/uploads/2023/02/furgoneta.png" alt="Furgoneta" width="640" height="360" /><figcaption id="caption-attachment-7" class="wp-caption-text">Nuestra furgoneta</figcaption></figure></p>
`,
      '## Ofertas de empleo\n\nContrato **indefinido**. Llama al [900 000 123](tel:+34900000123).\n\n- Fontanero oficial de primera\n- Electricista con carné\n\n![Furgoneta](https://ejemplo.es/wp-content/uploads/2023/02/furgoneta.png)\n\nNuestra furgoneta',
    ],
    'makes nothing of a page without text': ['', ''],
  });
});
