import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examples, markdownOf } from './render.ts';

describe('convert, links that lead to no content', () => {
  for (const href of [
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fejemplo.es%2F',
    'https://www.facebook.com/sharer.php?u=x',
    'https://twitter.com/intent/tweet?text=Hola',
    'https://x.com/intent/post?text=Hola',
    'https://twitter.com/share?url=x',
    'https://www.linkedin.com/shareArticle?mini=true&amp;url=x',
    'https://www.linkedin.com/sharing/share-offsite/?url=x',
    'https://pinterest.com/pin/create/button/?url=x',
    'https://www.reddit.com/submit?url=x',
    'https://t.me/share/url?url=x',
    'https://api.whatsapp.com/send?text=Hola',
    'https://wa.me/?text=Hola',
    'whatsapp://send?text=Hola',
    'https://www.addtoany.com/add_to/facebook?linkurl=x',
    'mailto:?subject=Mira&amp;body=x',
    '/servicios/?share=facebook&amp;nb=1',
  ]) {
    it(`drops a share link: ${href}`, () =>
      assert.equal(markdownOf(`<p>ok <a href="${href}">Compartir</a></p>`), 'ok'));
  }

  for (const href of [
    'https://www.facebook.com/fontaneros',
    'https://www.facebook.com/share/p/abc/',
    'https://x.com/fontaneros/status/1',
    'https://api.whatsapp.com/send?phone=34600111222&text=Hola',
    'https://wa.me/34600111222?text=Hola',
    'https://t.me/fontaneros',
    'mailto:hola@ejemplo.es?subject=Cita',
    'https://ejemplo.es/shareware/?x=share',
  ]) {
    it(`keeps a link to somebody: ${href}`, () => {
      assert.equal(markdownOf(`<p><a href="${href.replaceAll('&', '&amp;')}">Ver</a></p>`), `[Ver](${href})`);
    });
  }

  examples({
    'drops a link that puts something into the cart': [
      '<ul><li><a href="/p/grifo/">Grifo</a> <a href="?add-to-cart=12" class="button add_to_cart_button" data-product_id="12">Añadir al carrito</a></li></ul>',
      '- [Grifo](https://ejemplo.es/p/grifo/)',
    ],
    'keeps the text of a sentence to tweet': [
      '<p><a href="https://twitter.com/intent/tweet?text=x">Una fuga pequeña gasta treinta litros al día, y nadie la ve.</a></p>',
      'Una fuga pequeña gasta treinta litros al día, y nadie la ve.',
    ],
    'drops tracking parameters, and no others': [
      '<p><a href="/c/?utm_source=x&amp;id=3&amp;fbclid=a1#b">Uno</a> <a href="https://otro.es/?gclid=1">Dos</a> <a href="/d/?ref=4&amp;gcl=2">Tres</a></p>',
      '[Uno](https://ejemplo.es/c/?id=3#b) [Dos](https://otro.es/) [Tres](https://ejemplo.es/d/?ref=4&gcl=2)',
    ],
    'gives a link without text the text of its image, else the end of its path': [
      '<p><a href="/a/"><img src="data:," alt="Fugas"></a> <a href="/zonas/Alcal%C3%A1/"><i class="ico"></i></a> <a href="/d/tarifas.pdf?v=2"><svg></svg></a></p>',
      '[Fugas](https://ejemplo.es/a/) [Alcalá](https://ejemplo.es/zonas/Alcal%C3%A1/) [tarifas.pdf](https://ejemplo.es/d/tarifas.pdf?v=2)',
    ],
    'drops a link without text to the front page': ['<p>ok <a href="/"><i class="ico"></i></a></p>', 'ok'],
  });
});

describe('convert, images of galleries', () => {
  examples({
    'finds the file of a lazy image by the pattern of its attribute': [
      '<img data-splide-lazy="/a.jpg" alt="A"><img src="data:image/gif;base64,R0" data-full-image="/b.webp" data-thumb="/b-150.webp" alt="B">',
      '![A](https://ejemplo.es/a.jpg)![B](https://ejemplo.es/b.webp)',
    ],
    'finds an image that is the background of an element': [
      '<a class="e-gallery-item" href="/full.jpg"><div class="e-gallery-image" role="img" data-thumbnail="/t.jpg" aria-label="Obra"></div></a>',
      '[![Obra](https://ejemplo.es/t.jpg)](https://ejemplo.es/full.jpg)',
    ],
    'keeps the image of a post in a link that repeats the link of its title': [
      '<article><h2><a href="/obra/">Obra</a></h2><figure><a class="post-thumbnail" href="/obra/" aria-hidden="true" tabindex="-1"><img src="/o.jpg" alt="Fachada"></a></figure></article>',
      '## [Obra](https://ejemplo.es/obra/)\n\n[![Fachada](https://ejemplo.es/o.jpg)](https://ejemplo.es/obra/)',
    ],
    'says a caption once that is the text of its image': [
      '<figure><img src="/a.jpg" alt="Fachada  nueva"><figcaption>Fachada nueva</figcaption></figure><div class="wp-caption"><img src="/b.jpg" alt="Portal"><p class="wp-caption-text">Portal</p></div>',
      '![Fachada nueva](https://ejemplo.es/a.jpg)\n\n![Portal](https://ejemplo.es/b.jpg)',
    ],
    'keeps a caption that says more, or whose image is not found': [
      '<figure><img src="/a.jpg" alt="Fachada"><figcaption>Fachada nueva</figcaption></figure><figure><img src="data:," alt="Portal"><figcaption>Portal</figcaption></figure>',
      '![Fachada](https://ejemplo.es/a.jpg)\n\nFachada nueva\n\nPortal',
    ],
    'names an embedded file, also one in a viewer': [
      '<object data="/f/Cat%C3%A1logo%202024.pdf"></object><iframe src="https://docs.google.com/viewer?url=https://x.es/Tarifas.docx&amp;embedded=true"></iframe>',
      '[Catálogo 2024.pdf](https://ejemplo.es/f/Cat%C3%A1logo%202024.pdf)\n\n[Tarifas.docx](https://docs.google.com/viewer?url=https://x.es/Tarifas.docx&embedded=true)',
    ],
  });
});

describe('convert, forms and controls', () => {
  examples({
    'keeps the choices of a form that name a price, each apart': [
      '<form><fieldset><legend>Plan</legend><label><input type="radio" name="p"> Básico <b>39 €</b> al mes</label><label><input type="radio" name="p"> Completo <b>59 €</b></label></fieldset>' +
        '<label for="s">Urgencia</label><select id="s"><option>Elija</option><option>Hoy (+20 €)</option><option>Festivo (+35 €)</option></select><label>Nombre <input></label><button>Enviar</button></form>',
      'Plan\n\n- Básico 39 € al mes\n- Completo 59 €\n\nUrgencia\n\n- Hoy (+20 €)\n- Festivo (+35 €)',
    ],
    'keeps prices that stand beside the label of a choice': [
      '<form><ul><li class="gchoice"><input type="checkbox" id="a"><label for="a">Salida</label><span>$25.00</span></li><li class="gchoice"><input type="checkbox" id="b"><label for="b">Revisión</label><span>$10.00</span></li></ul></form>',
      '- Salida $25.00\n- Revisión $10.00',
    ],
    'keeps the products of a group with their prices': [
      '<form class="cart grouped_form"><table class="group_table"><tr><td><input type="number" name="quantity[31]"></td><td><label><a href="/p/hebilla/">Hebilla</a></label></td><td><bdi>9,00&nbsp;<span>&euro;</span></bdi></td></tr>' +
        '<tr><td><input type="number" name="quantity[32]"></td><td>Hilo</td><td>Agotado</td></tr>' +
        '<tr><td></td><td>Broche</td><td>4,00 €</td><td>Agotado</td></tr></table><button>Añadir al carrito</button></form>',
      '- Hebilla 9,00 €\n- Broche 4,00 € Agotado',
    ],
    'keeps priced choices in any currency, and takes no number for a price': [
      `<form><select>${['Basic CHF 45', 'Pełny 90 zł', 'Complet 200 lei', 'Полный ₽3000', '全套 600元', 'Tam 900 TL', 'Full 95.-', '9 am', 'Top 10', '3.- Jardín', '20 ft'].map((text) => `<option>${text}</option>`).join('')}</select></form>`,
      '- Basic CHF 45\n- Pełny 90 zł\n- Complet 200 lei\n- Полный ₽3000\n- 全套 600元\n- Tam 900 TL\n- Full 95.-',
    ],
    'drops choices without prices': [
      '<p>ok</p><form><select><option>Madrid</option><option>Toledo</option></select></form><select><option>Rojo</option></select>',
      'ok',
    ],
    'drops the priced choices of a form that nobody sees': [
      '<p>ok</p><form style="display:none"><select><option>Básico 1 €</option></select></form>',
      'ok',
    ],
    'drops the labels of a slider’s controls': [
      '<div class="swiper"><div class="swiper-slide"><p>Rápidos</p></div><div class="swiper-button-prev">Anterior</div><div class="swiper-pagination">1 / 3</div></div>' +
        '<div class="et_pb_slider"><div class="et_pb_slide"><h2>Fugas</h2></div><div class="et-pb-slider-arrows"><a class="et-pb-arrow-prev" href="#"><span>Previous</span></a></div></div>',
      'Rápidos\n\n## Fugas',
    ],
  });
});

describe('convert, text in parts', () => {
  examples({
    'finds the largest picture of a slider that loads it later': [
      '<img src="data:image/gif;base64,R0lGOD" data-splide-lazy-srcset="/i/s.jpg 300w, /i/l.jpg 800w" alt="Obra">',
      '![Obra](https://ejemplo.es/i/l.jpg)',
    ],
    'joins a drop cap with the rest of its word': [
      '<p><span class="dropcap">L</span><span class="rest">a fuga</span> se oye.</p>',
      'La fuga se oye.',
    ],
    'repeats a cell that spans rows, so that every row can be read alone': [
      '<table><tr><th>Zona</th><th>Precio</th></tr><tr><td rowspan="3">Centro</td><td>40 €</td></tr><tr><td>45 €</td></tr><tr><td>50 €</td></tr><tr><td>Norte</td><td>60 €</td></tr></table>',
      '| Zona | Precio |\n| --- | --- |\n| Centro | 40 € |\n| Centro | 45 € |\n| Centro | 50 € |\n| Norte | 60 € |',
    ],
  });
});
