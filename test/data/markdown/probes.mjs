// Feature probes: short inputs in the shape that WordPress, Gutenberg, Elementor, Divi, Avada and WPBakery emit; each with a check on the RENDERED Markdown.
import { load } from 'cheerio';
import { render } from './score.mjs';
const B = 'https://ejemplo.es/servicios/';
const P = [];
const p = (cls, name, html, check) => P.push({ cls, name, html, check });
const tx = (s) => s.replace(/[\u00a0\s]+/g, ' ').trim();
const cells = ($) =>
  $('table')
    .first()
    .find('tr')
    .get()
    .map((r) =>
      $(r)
        .find('td,th')
        .get()
        .map((c) => tx($(c).text())),
    )
    .filter((r) => r.some((x) => x));
const eq = (a, b) => JSON.stringify(a) === JSON.stringify(b);
// ---- tables
p(
  'table',
  'thead + tbody',
  '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ({ $ }) =>
    eq(cells($), [
      ['A', 'B'],
      ['1', '2'],
    ]),
);
p(
  'table',
  'wp-block-table without header',
  '<figure class="wp-block-table"><table><tbody><tr><td>Lunes</td><td>9:00</td></tr><tr><td>Martes</td><td>10:00</td></tr></tbody></table></figure>',
  ({ $ }) =>
    eq(cells($), [
      ['Lunes', '9:00'],
      ['Martes', '10:00'],
    ]),
);
p(
  'table',
  'wp-block-table with figcaption',
  '<figure class="wp-block-table"><table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table><figcaption class="wp-element-caption">Tarifas 2024</figcaption></figure>',
  ({ $, t }) =>
    eq(cells($), [
      ['a', 'b'],
      ['c', 'd'],
    ]) && t.includes('Tarifas 2024'),
);
p(
  'table',
  'caption element',
  '<table><caption>Tarifas</caption><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
  ({ $, t }) =>
    eq(cells($), [
      ['A', 'B'],
      ['1', '2'],
    ]) && t.includes('Tarifas'),
);
p(
  'table',
  'pipe in cell',
  '<table><tr><th>A</th><th>B</th></tr><tr><td>x | y</td><td><code>a|b</code></td></tr></table>',
  ({ $ }) =>
    eq(cells($), [
      ['A', 'B'],
      ['x | y', 'a|b'],
    ]),
);
p(
  'table',
  'br in cell',
  '<table><tr><th>Día</th><th>Horas</th></tr><tr><td>Lunes</td><td>9–14<br>16–20</td></tr></table>',
  ({ $ }) => cells($).length === 2 && /9–14 ?16–20/.test(cells($)[1][1]),
);
p(
  'table',
  'two p in cell',
  '<table><tr><th>A</th><th>B</th></tr><tr><td><p>uno</p><p>dos</p></td><td>x</td></tr></table>',
  ({ $ }) => cells($).length === 2 && /uno ?dos/.test(cells($)[1][0]) && cells($)[1][1] === 'x',
);
p(
  'table',
  'ul in cell',
  '<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>uno</li><li>dos</li></ul></td><td>x</td></tr></table>',
  ({ $ }) => cells($).length === 2 && /uno.*dos/.test(cells($)[1][0]) && cells($)[1][1] === 'x',
);
p(
  'table',
  'colspan keeps columns',
  '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td colspan="2">ab</td><td>c</td></tr></table>',
  ({ $ }) => cells($).length === 2 && cells($)[1][0] === 'ab' && cells($)[1][2] === 'c',
);
p(
  'table',
  'rowspan keeps columns',
  '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr></table>',
  ({ $ }) => cells($).length === 3 && cells($)[2][1] === '2',
);
p(
  'table',
  'header cells in first column',
  '<table><tr><th>Precio</th><td>10 €</td></tr><tr><th>Plazo</th><td>2 días</td></tr></table>',
  ({ $ }) =>
    eq(cells($), [
      ['Precio', '10 €'],
      ['Plazo', '2 días'],
    ]),
);
p(
  'table',
  'nested layout table keeps inner data table',
  '<table><tr><td><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></td><td>lado</td></tr></table>',
  ({ $, t, md }) =>
    /lado/.test(t) &&
    !/<t[dr]/.test(md) &&
    $('table')
      .get()
      .some((x) =>
        eq(
          $(x)
            .find('tr')
            .get()
            .map((r) =>
              $(r)
                .find('td,th')
                .get()
                .map((c) => tx($(c).text())),
            )
            .filter((r) => r.some((x) => x)),
          [
            ['A', 'B'],
            ['1', '2'],
          ],
        ),
      ),
);
p(
  'table',
  'one-column layout table becomes text',
  '<table><tr><td><h2>Título</h2><p>Texto uno.</p></td></tr></table>',
  ({ $, t, md }) => $('h2').text() === 'Título' && /Texto uno/.test(t) && !/<t[dr]/.test(md),
);
p(
  'table',
  'empty table leaves nothing',
  '<table><tbody><tr><td></td><td></td></tr></tbody></table><p>fin</p>',
  ({ md }) => md.trim() === 'fin',
);
p(
  'table',
  'image + link in cell',
  '<table><tr><th>A</th><th>B</th></tr><tr><td><img src="https://ejemplo.es/a.jpg" alt="foto"></td><td><a href="https://ejemplo.es/x">ver</a></td></tr></table>',
  ({ $ }) => $('td img').attr('alt') === 'foto' && $('td a').text() === 'ver',
);
p(
  'table',
  'ragged rows',
  '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td></tr><tr><td>2</td><td>3</td></tr></table>',
  ({ $ }) => cells($).length === 3 && cells($)[2][1] === '3',
);
p(
  'table',
  'multi-line source inside cells',
  '<table>\n<tr>\n<th>\nA\n</th>\n<th>B</th>\n</tr>\n<tr>\n<td>\n  uno\n  dos\n</td>\n<td>x</td>\n</tr>\n</table>',
  ({ $ }) =>
    eq(cells($), [
      ['A', 'B'],
      ['uno dos', 'x'],
    ]),
);
// ---- headings and inline
p('heading', 'br inside heading', '<h2>Fontanería<br>en Madrid</h2><p>x</p>', ({ $ }) =>
  /^Fontanería ?en Madrid$/.test(tx($('h2').text())),
);
p('heading', 'block inside heading', '<h2><div>Hola</div></h2>', ({ $ }) => tx($('h2').text()) === 'Hola');
p(
  'heading',
  'style/span + newline inside heading',
  '<h2 class="elementor-heading-title">\n\t<style>.a{color:red}</style>\n\tServicios\n\t urgentes\n</h2>',
  ({ $ }) => tx($('h2').text()) === 'Servicios urgentes',
);
p(
  'heading',
  'heading wrapped in link',
  '<a href="https://ejemplo.es/a/"><h3>Calderas</h3></a>',
  ({ $ }) => tx($('h3').text()) === 'Calderas' && $('a[href="https://ejemplo.es/a/"]').length === 1,
);
p('heading', 'trailing # kept', '<h2>Clase de C#</h2>', ({ $ }) => tx($('h2').text()) === 'Clase de C#');
p('heading', 'empty heading dropped', '<h2> </h2><h3><br></h3><p>x</p>', ({ md }) => md.trim() === 'x');
p(
  'heading',
  'button inside heading (accordion block)',
  '<h3 class="wp-block-accordion-heading"><button class="wp-block-accordion-heading__toggle"><span>¿Cuánto cuesta?</span><span aria-hidden="true">+</span></button></h3><div role="region"><p>Desde 50 €</p></div>',
  ({ $, t }) => /^¿Cuánto cuesta\?\s*\+?$/.test(tx($('h3').text())) && t.includes('Desde 50 €'),
);
p(
  'inline',
  'strong with trailing br',
  '<p><b>Horario<br></b>Lunes a viernes</p>',
  ({ $, md, t }) => $('strong').text().trim() === 'Horario' && !t.includes('*'),
);
p(
  'inline',
  'strong with inner spaces',
  '<p>Llama<strong> ahora </strong>mismo</p>',
  ({ $, t }) => $('strong').text() === 'ahora' && tx(t) === 'Llama ahora mismo',
);
p(
  'inline',
  'strong then punctuation',
  '<p><strong>Nota:</strong>texto</p>',
  ({ $, t }) => /^Nota:?$/.test($('strong').text()) && tx(t) === 'Nota:texto',
);
p(
  'inline',
  'strong opens after letter with quote',
  '<p>la<strong>«urgencia»</strong>es</p>',
  ({ t }) => !t.includes('*'),
);
p('inline', 'adjacent strongs', '<p><strong>uno</strong><strong>dos</strong></p>', ({ t }) => tx(t) === 'unodos');
p('inline', 'em inside word', '<p>foto<em>voltaica</em>s</p>', ({ $, t }) => tx(t) === 'fotovoltaicas');
p('inline', 'nested b in strong', '<p><strong>a <b>b</b> c</strong></p>', ({ t }) => tx(t) === 'a b c');
p(
  'inline',
  'strong around blocks',
  '<strong><p>uno</p><p>dos</p></strong>',
  ({ t, md }) => /uno/.test(t) && /dos/.test(t) && !t.includes('*'),
);
p('inline', 'strong around li', '<ul><strong><li>uno</li></strong></ul>', ({ t }) => !t.includes('*') && /uno/.test(t));
p('inline', 'del / s', '<p><del>90 €</del> 60 €</p>', ({ $ }) => $('del').text() === '90 €');
p(
  'inline',
  'sup and sub text kept',
  '<p>20 m<sup>2</sup> y CO<sub>2</sub></p>',
  ({ t }) => /20 m(\^?2|²|<sup>2)/.test(t) && /CO(_?2|₂|<sub>2)/.test(t),
);
p(
  'inline',
  'nbsp does not become an entity',
  '<p>10&nbsp;000&nbsp;€</p>',
  ({ t, md }) => /10[\s\u00a0]000[\s\u00a0]€/.test(t) && !md.includes('&nbsp;'),
);
p(
  'inline',
  'Spanish quotes and accents',
  '<p>«Rápido», ¿sí? ¡Claro! “ok” ‘si’ — 24&#8211;48 h…</p>',
  ({ t }) => tx(t) === '«Rápido», ¿sí? ¡Claro! “ok” ‘si’ — 24–48 h…',
);
p(
  'inline',
  'WP emoji image becomes text or alt',
  '<p>Hola <img draggable="false" class="emoji" alt="👍" src="https://s.w.org/images/core/emoji/14.0.0/svg/1f44d.svg"></p>',
  ({ md }) => md.includes('👍') && !md.includes('s.w.org'),
);
p(
  'inline',
  'RTL text',
  '<p dir="rtl">שלום <strong>עולם</strong>, مرحبا</p>',
  ({ $, t }) => $('strong').text() === 'עולם' && t.includes('مرحبا'),
);
// ---- links
p(
  'link',
  'relative to absolute',
  '<p><a href="../contacto/">c</a> <a href="/aviso">a</a> <a href="//cdn.ejemplo.es/x">b</a></p>',
  ({ md }) =>
    md.includes('https://ejemplo.es/contacto/') &&
    md.includes('https://ejemplo.es/aviso') &&
    md.includes('https://cdn.ejemplo.es/x'),
);
p(
  'link',
  'tel and mailto',
  '<p><a href="tel:+34600111222">600 111 222</a> <a href="mailto:info@ejemplo.es">Escríbenos</a></p>',
  ({ $ }) =>
    $('a[href="tel:+34600111222"]').text() === '600 111 222' && $('a[href="mailto:info@ejemplo.es"]').length === 1,
);
p(
  'link',
  'whatsapp',
  '<p><a href="https://wa.me/34600111222?text=Hola%20quiero"><i class="fab fa-whatsapp"></i></a></p>',
  ({ md }) => md.includes('wa.me/34600111222'),
);
p(
  'link',
  'icon link takes aria-label',
  '<a href="https://facebook.com/x" aria-label="Facebook"><i class="fab"></i></a>',
  ({ $ }) => /facebook/i.test(tx($('a').text())) && $('a').attr('href') === 'https://facebook.com/x',
);
p(
  'link',
  'empty link is not left as [](…)',
  '<p><a id="ancla" href="https://ejemplo.es/"></a>Texto</p>',
  ({ md }) => !/\[\s*\]\(/.test(md) && md.includes('Texto'),
);
p('link', 'anchor without href', '<p><a name="x">Texto</a> fin</p>', ({ t }) => tx(t) === 'Texto fin');
p(
  'link',
  'javascript: dropped, text kept',
  '<p><a href="javascript:void(0)">Ver más</a></p>',
  ({ t, md }) => t.includes('Ver más') && !md.includes('javascript:'),
);
p(
  'link',
  'parens and spaces in URL',
  '<p><a href="https://ejemplo.es/a (b) c.pdf">PDF</a></p>',
  ({ $ }) => decodeURI($('a').attr('href') || '') === 'https://ejemplo.es/a (b) c.pdf' && $('a').text() === 'PDF',
);
p(
  'link',
  'brackets in text',
  '<p><a href="https://ejemplo.es/">[nuevo] a]b</a></p>',
  ({ $ }) => $('a').text() === '[nuevo] a]b',
);
p(
  'link',
  'newlines and blocks inside link (card)',
  '<a href="https://ejemplo.es/s/">\n<div>\n<h3>Fugas</h3>\n\n<p>Reparamos\nfugas</p>\n</div>\n</a>',
  ({ $, md }) =>
    $('a[href="https://ejemplo.es/s/"]').length >= 1 &&
    /Fugas/.test($.root().text()) &&
    !/^\s*\]\(/m.test(md) &&
    !/\[\s*\n/.test(md),
);
p(
  'link',
  'title with quotes',
  '<p><a href="https://ejemplo.es/" title=\'di "hola"\'>x</a></p>',
  ({ $ }) => $('a').text() === 'x' && $('a').attr('href') === 'https://ejemplo.es/',
);
p(
  'link',
  'button block',
  '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://ejemplo.es/p">Pedir presupuesto</a></div>',
  ({ $ }) => $('a').text() === 'Pedir presupuesto',
);
p(
  'link',
  'Elementor button',
  '<div class="elementor-button-wrapper"><a class="elementor-button elementor-button-link" href="/p"><span class="elementor-button-content-wrapper"><span class="elementor-button-icon"><svg><path d="M0"/></svg></span>\n<span class="elementor-button-text">Pedir cita</span></span></a></div>',
  ({ $ }) => tx($('a').text()) === 'Pedir cita' && $('a').attr('href') === 'https://ejemplo.es/p',
);
p(
  'link',
  'adjacent buttons do not glue',
  '<div class="wp-block-buttons"><div class="wp-block-button"><a href="https://a.es/">Uno</a></div><div class="wp-block-button"><a href="https://b.es/">Dos</a></div></div>',
  ({ t }) => !/UnoDos/.test(t),
);
p(
  'link',
  'Cloudflare protected e-mail decoded',
  '<a href="/cdn-cgi/l/email-protection#0b62656d644b6e616e667b6764256e78"><span class="__cf_email__" data-cfemail="0b62656d644b6e616e667b6764256e78">[email&#160;protected]</span></a>',
  ({ md }) => md.includes('info@ejemplo.es'),
);
// ---- images and media
p(
  'image',
  'lazy data-src',
  '<p><img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="https://ejemplo.es/f.jpg" alt="Foto"></p>',
  ({ $ }) => $('img').attr('src') === 'https://ejemplo.es/f.jpg',
);
p(
  'image',
  'lazy with noscript: once',
  '<img src="data:image/svg+xml,%3Csvg%20xmlns" data-lazy-src="https://ejemplo.es/f.jpg" alt="Foto"><noscript><img src="https://ejemplo.es/f.jpg" alt="Foto"></noscript>',
  ({ $ }) => $('img').length === 1 && $('img').attr('src') === 'https://ejemplo.es/f.jpg',
);
p(
  'image',
  'placeholder + noscript without data-src',
  '<img src="https://ejemplo.es/placeholder.svg" alt="Foto"><noscript><img src="https://ejemplo.es/f.jpg" alt="Foto"></noscript>',
  ({ md }) => md.includes('f.jpg'),
);
p(
  'image',
  'srcset only',
  '<img srcset="https://ejemplo.es/f-300.jpg 300w, https://ejemplo.es/f-1024.jpg 1024w" alt="Foto">',
  ({ $ }) => /f-(300|1024)\.jpg/.test($('img').attr('src') || ''),
);
p(
  'image',
  'picture',
  '<picture><source srcset="https://ejemplo.es/f.webp" type="image/webp"><img src="https://ejemplo.es/f.jpg" alt="Foto"></picture>',
  ({ $ }) => $('img').attr('alt') === 'Foto',
);
p('image', 'relative src', '<p><img src="/wp-content/uploads/f.jpg" alt="Foto"></p>', ({ md }) =>
  md.includes('https://ejemplo.es/wp-content/uploads/f.jpg'),
);
p(
  'image',
  'data URI is not dumped',
  '<p><img alt="Logo" src="data:image/png;base64,' + 'A'.repeat(400) + '"> fin</p>',
  ({ md }) => md.length < 120 && /fin/.test(md),
);
p(
  'image',
  'alt with brackets and newline',
  '<p><img src="https://ejemplo.es/f.jpg" alt="Foto [1]\nde la obra"></p>',
  ({ $ }) => tx($('img').attr('alt') || '') === 'Foto [1] de la obra',
);
p(
  'image',
  'tracking pixel dropped',
  '<p>x<img src="https://www.facebook.com/tr?id=1&ev=PageView" width="1" height="1" style="display:none"></p>',
  ({ md }) => md.trim() === 'x',
);
p(
  'image',
  'figure + figcaption',
  '<figure class="wp-block-image"><img src="https://ejemplo.es/f.jpg" alt="Foto"><figcaption class="wp-element-caption">Obra en <em>Getafe</em></figcaption></figure>',
  ({ $, t }) => $('img').length === 1 && /Obra en Getafe/.test(tx(t)),
);
p(
  'image',
  'linked image in figure',
  '<figure><a href="https://ejemplo.es/grande.jpg"><img src="https://ejemplo.es/f.jpg" alt="Foto"></a></figure>',
  ({ $ }) => $('a img').attr('alt') === 'Foto',
);
p(
  'image',
  'gallery 3 images',
  '<figure class="wp-block-gallery"><ul class="blocks-gallery-grid">' +
    [1, 2, 3]
      .map(
        (i) =>
          `<li class="blocks-gallery-item"><figure><img src="https://ejemplo.es/${i}.jpg" alt="Foto ${i}"><figcaption>Pie ${i}</figcaption></figure></li>`,
      )
      .join('') +
    '</ul></figure>',
  ({ $, t }) => $('img').length === 3 && /Pie 2/.test(t),
);
p(
  'image',
  'inline SVG leaves nothing',
  '<p><svg viewBox="0 0 1 1"><style>.a{fill:red}</style><title>icono</title><path d="M1 1"/></svg>Texto</p>',
  ({ t }) => !/fill|M1 1/.test(t) && /Texto/.test(t),
);
p(
  'embed',
  'YouTube iframe keeps a link',
  '<figure class="wp-block-embed"><div class="wp-block-embed__wrapper"><iframe title="Cómo purgar" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></div></figure>',
  ({ $, md }) => /dQw4w9WgXcQ/.test(md) && $('a').length === 1,
);
p(
  'embed',
  'lazy iframe data-src',
  '<iframe data-src="https://player.vimeo.com/video/76979871" src="about:blank"></iframe>',
  ({ md }) => md.includes('76979871'),
);
p(
  'embed',
  'Google Maps iframe',
  '<iframe src="https://www.google.com/maps/embed?pb=!1m18!2sMadrid"></iframe>',
  ({ md }) => md.includes('google.com/maps/embed'),
);
p(
  'embed',
  'video and audio src',
  '<video controls src="https://ejemplo.es/v.mp4"></video><audio controls><source src="/a.mp3"></audio>',
  ({ md }) => md.includes('v.mp4') && md.includes('https://ejemplo.es/a.mp3'),
);
p(
  'embed',
  'Elementor video widget (URL only in data-settings)',
  '<div class="elementor-widget elementor-widget-video" data-settings="{&quot;youtube_url&quot;:&quot;https:\\/\\/www.youtube.com\\/watch?v=dQw4w9WgXcQ&quot;,&quot;video_type&quot;:&quot;youtube&quot;}"><div class="elementor-video"></div></div><p>x</p>',
  ({ md }) => md.includes('dQw4w9WgXcQ'),
);
p(
  'embed',
  'file block',
  '<div class="wp-block-file"><a href="https://ejemplo.es/t.pdf">Tarifas</a><a href="https://ejemplo.es/t.pdf" class="wp-block-file__button" download>Descargar</a></div>',
  ({ t }) => !/TarifasDescargar/.test(t),
);
p(
  'embed',
  'GTM/reCAPTCHA iframe dropped',
  '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1" height="0" width="0" style="display:none"></iframe></noscript><p>x</p>',
  ({ md }) => md.trim() === 'x',
);
// ---- disclosure
p(
  'hidden',
  'details/summary',
  '<details class="wp-block-details"><summary>¿Horario?</summary><p>24 horas</p></details>',
  ({ t, md }) => /¿Horario\?/.test(t) && /24 horas/.test(t) && !/¿Horario\?\s*24 horas/.test(md.replace(/\n+/g, '|')),
);
p(
  'hidden',
  'Elementor toggle with style display:none',
  '<div class="elementor-toggle-item"><div class="elementor-tab-title" role="button"><a class="elementor-toggle-title">¿Precio?</a></div><div class="elementor-tab-content elementor-clearfix" role="region" style="display: none;"><p>50 euros</p></div></div>',
  ({ t }) => /¿Precio\?/.test(t) && /50 euros/.test(t),
);
p(
  'hidden',
  'Elementor tab with hidden attribute',
  '<div class="elementor-tab-title" role="tab">Zonas</div><div class="elementor-tab-content" role="tabpanel" hidden="hidden"><p>Getafe y Leganés</p></div>',
  ({ t }) => /Getafe y Leganés/.test(t),
);
p(
  'hidden',
  'Divi closed toggle',
  '<div class="et_pb_toggle et_pb_toggle_close"><h5 class="et_pb_toggle_title">¿Garantía?</h5><div class="et_pb_toggle_content clearfix"><p>2 años</p></div></div>',
  ({ $, t }) => $('h5').text() === '¿Garantía?' && /2 años/.test(t),
);
p(
  'hidden',
  'Avada panel collapse',
  '<div class="fusion-panel panel-default"><div class="panel-heading"><h4 class="panel-title toggle"><a href="#tab-1" aria-expanded="false"><span class="fusion-toggle-icon-wrapper" aria-hidden="true"><i class="fa-fusion-box"></i></span><span class="fusion-toggle-heading">¿IVA?</span></a></h4></div><div id="tab-1" class="panel-collapse collapse"><div class="panel-body">Incluido</div></div></div>',
  ({ $, t }) => tx($('h4').text()) === '¿IVA?' && /Incluido/.test(t),
);
p(
  'hidden',
  'honeypot field dropped',
  '<form><p style="display:none !important"><label>Δ<textarea name="hp"></textarea></label></p></form><p>x</p>',
  ({ t }) => !t.includes('Δ'),
);
p(
  'hidden',
  'popup with display:none dropped or kept whole',
  '<p>x</p><div style="display:none" class="tracking">secreto</div>',
  ({ t }) => !t.includes('secreto'),
);
p(
  'hidden',
  'script, style, JSON-LD, template, comments',
  '<style>.x{color:red}</style><script>var a=1</script><script type="application/ld+json">{"@type":"FAQPage"}</script><template><p>tpl</p></template><!-- wp:x --><p>ok</p>',
  ({ md }) => md.trim() === 'ok',
);
p(
  'hidden',
  'screen-reader text does not glue',
  '<p>Leer<span class="screen-reader-text"> sobre Calderas</span> más</p>',
  ({ t }) => /^Leer( sobre Calderas)? más$/.test(tx(t)),
);
p(
  'hidden',
  'input type=hidden / nonce dropped',
  '<form><input type="hidden" name="_wpnonce" value="abc123"><label>Nombre</label><input type="text" placeholder="Tu nombre"></form><p>x</p>',
  ({ md }) => !md.includes('abc123'),
);
// ---- lists, dl, quote, code
p(
  'list',
  'nested ul in li',
  '<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>',
  ({ $ }) => $('ul ul ul li').text().trim() === 'c' && $('ul').first().children('li').length === 2,
);
p(
  'list',
  'ul directly in ul',
  '<ul><li>a</li><ul><li>b</li></ul></ul>',
  ({ $ }) => $('ul ul li').text().trim() === 'b',
);
p('list', 'ol start', '<ol start="3"><li>tres</li><li>cuatro</li></ol>', ({ $ }) => $('ol').attr('start') === '3');
p(
  'list',
  'ol nested in ul indentation',
  '<ol><li>uno<ol><li>uno.uno</li></ol></li></ol>',
  ({ $ }) => $('ol ol li').text().trim() === 'uno.uno',
);
p(
  'list',
  'li with paragraphs + heading',
  '<ul><li><h3>Paso</h3><p>Texto uno</p><p>Texto dos</p></li></ul>',
  ({ $ }) => $('li h3').text() === 'Paso' && $('li p').length === 2,
);
p(
  'list',
  'two lists one after another stay two',
  '<ul><li>a</li></ul><ul><li>b</li></ul>',
  ({ $ }) => $('li').length === 2,
);
p(
  'list',
  'ol > 9 keeps nested content',
  '<ol>' + Array.from({ length: 12 }, (_, i) => `<li><p>n${i}</p><ul><li>s${i}</li></ul></li>`).join('') + '</ol>',
  ({ $ }) => $('ol > li').length === 12 && $('ol ul li').length === 12,
);
p(
  'list',
  'task list',
  '<ul><li><input type="checkbox" checked disabled> Hecho</li><li><input type="checkbox"> Pendiente</li></ul>',
  ({ $ }) => $('input[type=checkbox]').length === 2 && $('input[checked]').length === 1,
);
p(
  'list',
  'definition list',
  '<dl><dt>Fuga</dt><dd>Pérdida de agua</dd><dt>Purga</dt><dd>Sacar aire</dd></dl>',
  ({ md }) => /Fuga[^\n]*\n/.test(md) && /Pérdida de agua/.test(md) && !/FugaPérdida|aguaPurga/.test(md),
);
p(
  'list',
  'empty li dropped',
  '<ul><li></li><li>a</li></ul>',
  ({ $ }) =>
    $('li')
      .get()
      .filter((x) => tx($(x).text())).length === 1 && $('li').length === 1,
);
p(
  'list',
  'Elementor icon list',
  '<ul class="elementor-icon-list-items"><li class="elementor-icon-list-item"><span class="elementor-icon-list-icon"><i aria-hidden="true" class="fas fa-check"></i></span><span class="elementor-icon-list-text">Sin compromiso</span></li><li class="elementor-icon-list-item"><a href="tel:600"><span class="elementor-icon-list-icon"><i></i></span><span class="elementor-icon-list-text">600</span></a></li></ul>',
  ({ $ }) =>
    $('li').length === 2 && tx($('li').first().text()) === '✓ Sin compromiso' && $('a[href="tel:600"]').length === 1,
);
p(
  'list',
  'number-dot paragraph is not a list',
  '<p>2024. Un gran año</p>',
  ({ $ }) => $('li').length === 0 && tx($('p').text()) === '2024. Un gran año',
);
p(
  'quote',
  'quote with cite',
  '<blockquote class="wp-block-quote"><p>Muy bien</p><cite>Ana</cite></blockquote>',
  ({ $ }) => /Muy bien\s+(— ?)?Ana/.test(tx($('blockquote').text())) && !/bienAna/.test($('blockquote').text()),
);
p(
  'quote',
  'quote with list and heading',
  '<blockquote><h3>T</h3><ul><li>a</li></ul></blockquote>',
  ({ $ }) => $('blockquote h3').length === 1 && $('blockquote li').length === 1,
);
p('quote', 'footer in blockquote', '<blockquote><p>Bien</p><footer>— Luis</footer></blockquote>', ({ t }) =>
  /Luis/.test(t),
);
p(
  'code',
  'pre > code',
  '<pre class="wp-block-code"><code>a &lt; b\n  c *d*\n```</code></pre>',
  ({ $ }) => $('pre').text().replace(/\n$/, '') === 'a < b\n  c *d*\n```',
);
p('code', 'pre without code', '<pre class="wp-block-preformatted">uno\n  dos</pre>', ({ $, md }) =>
  /uno\n {2,}dos/.test($('pre').text() || md),
);
p(
  'code',
  'pre with br and spans',
  '<pre><code><span>a</span><br><span>b</span></code></pre>',
  ({ $ }) => $('pre').text().trim() === 'a\nb',
);
p(
  'code',
  'verse keeps lines',
  '<pre class="wp-block-verse">uno\ndos</pre>',
  ({ $, md }) =>
    !/uno dos/.test(tx(($('pre').length ? '' : $('p').html() || '').replace(/<br>/g, ' | '))) && /uno/.test(md),
);
p('code', 'inline code with backtick', '<p><code>a`b</code></p>', ({ $ }) => $('code').text() === 'a`b');
// ---- escaping
for (const [n, s] of [
  ['asterisks', '5 * 3 * 2 = 30'],
  ['stars word', '*importante*'],
  ['underscores', 'mi_archivo_final.pdf y __init__'],
  ['hash at start', '# no es título'],
  ['plus at start', '+ no es lista'],
  ['dash at start', '- no es lista'],
  ['number paren', '1) no es lista'],
  ['gt at start', '> no es cita'],
  ['brackets', '[texto](no enlace)'],
  ['ref link', '[nota]: http://x.es'],
  ['footnote', '[^1] no es nota'],
  ['backslash', 'C:\\temp\\*.txt'],
  ['backtick', 'usa `comando`'],
  ['html literal', 'escribe <script>alert(1)</script> y <b>'],
  ['entity literal', 'escribe &nbsp; o &copy;'],
  ['tilde', '~~no tachado~~'],
  ['pipe', 'a | b'],
  ['equals under', '==='],
  ['dashes', '---'],
  ['autolink angle', '<https://x.es>'],
  ['table-like', '| a | b |'],
  ['math', '$x_1$ y $y_2$'],
  ['bang bracket', '!(x) ![y](z)'],
  ['task', '[ ] pendiente [x] hecho'],
  ['tab code', '    cuatro espacios'],
  ['e-mail', 'info_ventas@mi_dominio.es'],
])
  p(
    'escape',
    n,
    `<p>${s.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`,
    ({ $, t }) =>
      tx(t) === tx(s) &&
      $('p').length === 1 &&
      $('em,strong,code,li,h1,h2,blockquote,hr,del,img,table,script').length === 0,
  );
p(
  'escape',
  'two-line setext trap',
  '<p>Título<br>---<br>fin</p>',
  ({ $, t }) => $('h2,hr').length === 0 && /---/.test(t),
);
p(
  'escape',
  'br then dash line',
  '<p>Servicios:<br>- fugas<br>- atascos</p>',
  ({ t }) => /- ?fugas|fugas/.test(t) && !/fugas ?- ?atascos/.test('') && /fugas/.test(t) && /atascos/.test(t),
);
p(
  'escape',
  'br then number line',
  '<p>Calle Mayor<br>12. Bajo</p>',
  ({ $, t }) => $('li').length === 0 && /12\. Bajo/.test(tx(t)),
);
// ---- junk, structure of builders
p(
  'junk',
  'nav menu in content dropped',
  '<nav class="elementor-nav-menu--main"><ul><li><a href="/">Inicio</a></li></ul></nav><p>x</p>',
  ({ t }) => !/Inicio/.test(t),
);
p(
  'junk',
  'share buttons dropped',
  '<p>x</p><div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Comparte esto:</h3><ul><li><a href="https://t.co/?share=twitter">Twitter</a></li></ul></div>',
  ({ t }) => !/Comparte/.test(t),
);
p(
  'junk',
  'related posts dropped',
  "<p>x</p><div id='jp-relatedposts' class='jp-relatedposts'><h3>Relacionado</h3></div>",
  ({ t }) => !/Relacionado/.test(t),
);
p(
  'junk',
  'Divi shortcode leftovers removed, title and text kept',
  '<p>[et_pb_section fb_built=»1&#8243; _builder_version=»4.16&#8243;][et_pb_row][et_pb_toggle title=»¿Cubrís Tabasco?» open=»on»]</p><p>Sí, los 17 municipios.</p><p>[/et_pb_toggle][et_pb_button button_url=»https://ejemplo.es/c» button_text=»Contactar» /][/et_pb_row][/et_pb_section]</p>',
  ({ t, md }) =>
    /¿Cubrís Tabasco\?/.test(t) && /17 municipios/.test(t) && /Contactar/.test(t) && !/et_pb|et\\_pb|builder/.test(md),
);
p(
  'junk',
  'WPBakery shortcode leftovers removed',
  '<p>[vc_row][vc_column width=»1/2&#8243;][vc_column_text]</p><p>Texto [sic] real</p><p>[/vc_column_text][/vc_column][/vc_row]</p>',
  ({ t, md }) => /Texto \[sic\] real/.test(tx(t)) && !/vc_|vc\\_/.test(md),
);
p(
  'junk',
  'unexecuted form shortcode removed',
  '<p>Escribe:</p><p>[contact-form-7 id="12" title="Contacto"]</p>',
  ({ t }) => /Escribe:/.test(t) && !/contact-form-7/.test(t),
);
p(
  'junk',
  'adjacent divs do not glue',
  '<div>Uno</div><div>Dos</div><span>Tres</span><div>Cuatro</div>',
  ({ t }) => !/UnoDos|DosTres|TresCuatro/.test(t),
);
p(
  'junk',
  'adjacent flex spans do not glue (price table)',
  '<div class="elementor-price-list-header"><span class="elementor-price-list-title">Corte</span><span class="elementor-price-list-separator"></span><span class="elementor-price-list-price">15 €</span></div>',
  ({ t }) => !/Corte15/.test(t),
);
p(
  'junk',
  'no runs of blank lines',
  '<div><div><p>a</p><div></div><p>&nbsp;</p><p></p><br><br></div></div><p>b</p>',
  ({ md }) => !/\n\n\n/.test(md.trim()),
);
p(
  'junk',
  'no trailing spaces except hard breaks',
  '<p>a </p><p>b<br></p><ul><li>c </li></ul>',
  ({ md }) => !/[^\s] $/m.test(md) && !/ {3,}$/m.test(md),
);
p(
  'junk',
  'Elementor counter shows target value',
  '<div class="elementor-counter-number-wrapper"><span class="elementor-counter-number" data-to-value="500" data-from-value="0">0</span><span>+</span></div><p>clientes</p>',
  ({ t }) => /500/.test(t),
);
p(
  'junk',
  'Gutenberg footnotes',
  '<p>Dato<sup data-fn="a" class="fn"><a href="#a" id="a-link">1</a></sup>.</p><ol class="wp-block-footnotes"><li id="a">Fuente INE <a href="#a-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>',
  ({ t, md }) => /Fuente INE/.test(t) && /Dato/.test(t),
);
p(
  'junk',
  'more / nextpage markers leave no junk',
  '<p>a</p><span id="more-12"></span><!--nextpage--><p>b</p>',
  ({ md }) => md.trim() === 'a\n\nb',
);
p(
  'junk',
  'SVG icon-box: heading + text order',
  '<div class="elementor-icon-box-wrapper"><div class="elementor-icon-box-icon"><span class="elementor-icon"><i aria-hidden="true" class="fas fa-tools"></i></span></div><div class="elementor-icon-box-content"><h3 class="elementor-icon-box-title"><span>Averías</span></h3><p class="elementor-icon-box-description">En 30 minutos</p></div></div>',
  ({ $, t }) => tx($('h3').text()) === 'Averías' && /En 30 minutos/.test(t),
);
p(
  'junk',
  'testimonial author kept',
  '<div class="elementor-testimonial-wrapper"><div class="elementor-testimonial-content">Genial</div><div class="elementor-testimonial-meta"><div class="elementor-testimonial-name">Marta</div><div class="elementor-testimonial-job">Clienta</div></div></div>',
  ({ t }) => /Genial/.test(t) && /Marta/.test(t) && !/MartaClienta|GenialMarta/.test(t),
);
export const probes = P;
export async function runProbes(toMarkdown) {
  const out = [];
  for (const q of P) {
    let md = '',
      pass = false,
      err;
    try {
      md = await toMarkdown(q.html, { baseUrl: B });
      const h = render(md);
      const $ = load(h, null, false);
      const $t = load(
        h.replace(/<br\s*\/?>/g, '\n').replace(/<\/(p|li|h\d|td|th|tr|pre|blockquote|ul|ol)>/g, '\n$&'),
        null,
        false,
      );
      pass = !!q.check({ $, md, t: $t.root().text() });
    } catch (e) {
      err = String(e.message || e).slice(0, 100);
    }
    out.push({ cls: q.cls, name: q.name, pass, md: err ? 'ERR ' + err : md });
  }
  return out;
}
