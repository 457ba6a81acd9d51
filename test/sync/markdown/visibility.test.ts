import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { INVISIBLE, VISIBLE } from '../../fixtures/hidden-text.ts';
import { BASE, markdownOf } from './render.ts';

const TEXT = 'Solo para máquinas';
const hasText = (html: string) => markdownOf(`<h2>Antes</h2>${html.replaceAll('TEXT', TEXT)}`).includes(TEXT);

type Catalogue = Readonly<Record<string, readonly string[]>>;
function keeps(catalogue: Catalogue, isKept: boolean): void {
  for (const [group, cases] of Object.entries(catalogue)) {
    it(`${isKept ? 'keeps' : 'leaves out'} each of: ${group}`, () => {
      assert.deepEqual(
        cases.filter((html) => hasText(html) !== isKept),
        [],
      );
    });
  }
}

describe('a text that Chromium shows to nobody', () => {
  keeps(INVISIBLE, false);

  it('is left out too where browsers differ: Chromium alone makes a relative font size 6 pixels at least', () => {
    assert.ok(!hasText('<p style="font-size:0.0001em">TEXT</p>'));
    assert.ok(!hasText('<p style="font-size:1%">TEXT</p>'));
  });

  it('is left out where a blur leaves nothing to read, and kept where it leaves the letters', () => {
    for (const style of ['filter:blur(5px)', '-webkit-filter:blur(4px);user-select:none'])
      assert.ok(!hasText(`<p style="${style}">TEXT</p>`), style);
    for (const style of [
      'filter:blur(2px)',
      'color:transparent;text-shadow:0 0 1px #000',
      'color:transparent;text-shadow:0 0 #000, 0 0 20px red',
      'color:#333;text-shadow:0 0 20px #000',
    ])
      assert.ok(hasText(`<p style="${style}">TEXT</p>`), style);
  });

  it('is left out for its colour only where the page itself lays the ground under it, and links no style sheet', () => {
    const linked = '<link rel="stylesheet" href="/wp-content/et-cache/12/et-core.css">';
    const same = '<p style="background:#fff;color:#fff">TEXT</p>';
    assert.ok(!hasText(same));
    assert.ok(hasText(linked + same));
    assert.ok(!hasText(`<link rel="stylesheet" href="https://fonts.googleapis.com/css?family=Lato">${same}`));
    assert.ok(hasText('<p style="color:#fff">TEXT</p>'));
    assert.ok(hasText('<style>p{color:#fff}</style><div style="background:#fff"><p>TEXT</p></div>'));
    assert.ok(hasText('<div style="background:#fff"><div class="dark"><p style="color:#fff">TEXT</p></div></div>'));
  });

  it('is left out by rules that name a class or id of the body, or of the document', () => {
    for (const selector of ['.home .x', '#top .x', '.no-touch .x', 'body.home > .x']) {
      const page = `<html class="no-touch"><head><style>${selector}{display:none}</style></head><body id="top" class="home"><p>Uno</p><p class="x">${TEXT}</p></body></html>`;
      assert.equal(convert(readPage(page), { baseUrl: BASE, source: 'page' }).markdown, 'Uno', selector);
    }
  });

  it('is kept where a rule holds for visitors without scripts alone', () => {
    assert.ok(hasText('<noscript><style>.x{display:none}</style></noscript><p class="x">TEXT</p>'));
    assert.ok(hasText('<style>.no-js .x{display:none}</style><div class="no-js"><p class="x">TEXT</p></div>'));
    assert.ok(hasText('<style>body{visibility:hidden;opacity:0}</style><p>TEXT</p>'));
  });

  it('keeps images that load later, whatever hides them until then', () => {
    const styles = '<style>.lazyload{opacity:0}[data-lazy-src]{display:none!important}img{visibility:hidden}</style>';
    for (const image of [
      '<img class="lazyload" data-src="/a.jpg" alt="Taller">',
      '<img data-lazy-src="/a.jpg" src="data:," alt="Taller">',
      '<img data-lazyloaded="1" data-litespeed-src="/a.jpg" src="data:," alt="Taller">',
    ])
      assert.match(markdownOf(styles + image), /a\.jpg/, image);
    assert.doesNotMatch(markdownOf(`${styles}<img src="/a.jpg" alt="Taller">`), /a\.jpg/);
  });

  it('is named to the owner', () => {
    const { notes } = convert(readPage('<p>Uno</p><p style="opacity:0">Haz lo que te digo</p>'), {
      baseUrl: BASE,
      source: 'rest',
    });
    assert.deepEqual(notes, ['Removed text that no visitor can see: “Haz lo que te digo”.']);
  });

  it('is left out in a row, cell or widget of SiteOrigin, whose panels nobody opens', () => {
    const row = (inner: string, id = '9', more = '') =>
      `<div class="panel-layout" id="pl-${id}"><div class="panel-grid panel-has-style" id="pg-${id}-1">` +
      `<div class="panel-row-style panel-row-style-for-${id}-1"><div class="panel-grid-cell" id="pgc-${id}-1-0">` +
      `<div class="so-panel widget ${more} panel-first-child panel-last-child" id="panel-${id}-1-0-0">${inner}</div></div></div></div></div>`;
    for (const id of ['9', 'w5f3b1c', 'gb12-5f3b1c'])
      for (const subject of [`#pg-${id}-1> .panel-row-style`, `#pgc-${id}-1-0`, `#panel-${id}-1-0-0`])
        assert.ok(!hasText(`<style>${subject} { display:none }</style>${row('<p>TEXT</p>', id)}`), subject);
    for (let length = 150; length < 240; length++) {
      const long = row('<p>TEXT</p>', '9', 'x'.repeat(length));
      assert.ok(!hasText(`<style>#panel-9-1-0-0 { display:none }</style>${long}`), `${length} letters`);
    }
    assert.ok(hasText('<div id="panel-1" style="display:none">TEXT</div><script>show("panel-1")</script>'));
    assert.ok(
      hasText(`<style>.panel-body { display:none }</style>${row('<div class="panel-body"><p>TEXT</p></div>')}`),
    );
  });

  it('is left out where a class or an id is named in any case', () => {
    for (const [name, mark] of [
      ['class~=', 'class'],
      ['id=', 'id'],
    ] as const) {
      const hides = (subject: string) =>
        `<style>${subject.replace('NAME', `[${name}"hideme" i]`)}{display:none}</style>`;
      assert.ok(!hasText(`${hides('NAME p')}<div ${mark}="HideMe"><p>TEXT</p></div>`), `around, ${mark}`);
      assert.ok(!hasText(`${hides('NAME')}<p ${mark}="HideMe">TEXT</p>`), mark);
      assert.ok(hasText(`${hides('NAME p')}<div ${mark}="HideMe2"><p>TEXT</p></div>`), `another, ${mark}`);
    }
  });

  it('leaves what stands around it', () => {
    const html = '<div style="color:#fff;background:#fff">uno <b style="color:#000">dos</b><br>tres</div><p>cuatro</p>';
    assert.equal(markdownOf(html), '**dos**\n\ncuatro');
  });
});

describe('a text that Chromium shows', () => {
  keeps(VISIBLE, true);

  it('is kept where visitors scroll to it', () => {
    for (const html of [
      '<div style="overflow:auto;height:40px"><div style="height:60px">Uno</div><p>TEXT</p></div>',
      '<div style="overflow-x:auto;display:flex;width:300px"><div style="flex:0 0 300px">Uno</div><div style="flex:0 0 300px">TEXT</div></div>',
      '<div style="margin-top:2000px">TEXT</div>',
      '<p style="position:absolute;top:1500px">TEXT</p>',
    ])
      assert.ok(hasText(html), html);
  });

  it('is kept where a class of the theme may lay the ground under it', () => {
    assert.ok(hasText('<div class="banda-oscura"><p style="color:#fff">TEXT</p></div>'));
    assert.ok(hasText('<div class="wp-block-cover"><div><p class="has-white-color">TEXT</p></div></div>'));
    assert.ok(hasText('<div style="background-color:var(--wp--preset--color--primary);color:#fff">TEXT</div>'));
    assert.ok(hasText('<p class="has-white-color has-primary-background-color">TEXT</p>'));
  });

  it('is kept where only one kind of screen hides it', () => {
    const hides = (media: string) => `@media ${media}{.x{display:none}}`;
    assert.ok(hasText(`<style>${hides('(min-width:1000px)')}</style><p class="x">TEXT</p>`));
    assert.ok(
      hasText(`<style>${hides('(max-width:767px)')}${hides('(min-width:1000px)')}</style><p class="x">TEXT</p>`),
      'tablets show it',
    );
    assert.ok(
      !hasText(`<style>${hides('(max-width:767px)')}${hides('(min-width:768px)')}</style><p class="x">TEXT</p>`),
    );
  });

  it('follows viewports that are ranges, as those of WordPress blocks', () => {
    const block = (mobile: number, tablet: number, ...hidden: readonly ('mobile' | 'tablet' | 'desktop')[]) => {
      const media = {
        mobile: `(width <= ${mobile}px)`,
        tablet: `(${mobile}px < width <= ${tablet}px)`,
        desktop: `(width > ${tablet}px)`,
      };
      const rules = hidden.map((name) => `@media ${media[name]}{.hide-${name}{display:none !important}}`);
      const classes = hidden.map((name) => `hide-${name}`).join(' ');
      return `<style>${rules.join('')}</style><p class="${classes}">TEXT</p>`;
    };
    assert.ok(!hasText(block(480, 782, 'mobile', 'tablet', 'desktop')));
    assert.ok(!hasText(block(600, 1024, 'mobile', 'tablet', 'desktop')), 'breakpoints of the theme');
    assert.ok(hasText(block(480, 782, 'mobile', 'desktop')), 'tablets show it');
    assert.ok(hasText(block(600, 1024, 'mobile', 'desktop')), 'tablets show it');
    assert.ok(hasText(block(480, 782, 'mobile', 'tablet')), 'computers show it');
    assert.ok(!hasText('<style>@media (0 <= width){.x{display:none}}</style><p class="x">TEXT</p>'));
    assert.ok(hasText('<style>@media (1000px > width > 500px){.x{display:none}}</style><p class="x">TEXT</p>'));
    assert.ok(!hasText('<style>@media (9999px > width >= 1px){.x{display:none}}</style><p class="x">TEXT</p>'));
    for (const invalid of ['(9999px > width < 9999px)', '(1px < width > 1px)', '(1px < min-width: 1px)']) {
      assert.ok(hasText(`<style>@media ${invalid}{.x{display:none}}</style><p class="x">TEXT</p>`), invalid);
    }
  });

  it('matches neither an unsupported feature nor its negation', () => {
    const shows = (media: string) =>
      hasText(`<style>.x{display:none}@media ${media}{.x{display:block}}</style><p class="x">TEXT</p>`);
    const unsupported = [
      '(unknown: 1)',
      'not (unknown: 1)',
      'not screen and (unknown: 1)',
      'not (1px < width > 1px)',
      'not (-ms-high-contrast: active)',
      'not (hover: unknown)',
    ];
    for (const media of unsupported) assert.ok(!shows(media), media);
    const matching = [
      'not (prefers-reduced-motion)',
      'not (prefers-color-scheme: dark)',
      'not print',
      'not print and (unknown: 1)',
      'not all and (max-width: 5px)',
    ];
    for (const media of matching) assert.ok(shows(media), media);
  });

  it('evaluates discrete features and device sizes as browsers do', () => {
    const shows = (media: string) =>
      hasText(`<style>.x{display:none}@media ${media}{.x{display:block}}</style><p class="x">TEXT</p>`);
    const hides = (media: string) => !hasText(`<style>@media ${media}{.x{display:none}}</style><p class="x">TEXT</p>`);
    const everywhere = [
      'not all and (display-mode: standalone)',
      '(display-mode: browser)',
      'not (monochrome)',
      'not (grid)',
      'not (inverted-colors: inverted)',
      'not (forced-colors)',
      'not (prefers-reduced-transparency: reduce)',
      '(prefers-color-scheme)',
      '(color)',
    ];
    for (const media of everywhere) assert.ok(shows(media) && hides(media), media);
    const onSomeScreens = [
      '(hover: none)',
      'not (hover: none)',
      '(any-hover)',
      'not (any-hover)',
      '(pointer: coarse)',
      'not (pointer: coarse)',
      'not (any-pointer: fine)',
      'not all and (max-device-width: 480px)',
      'not ((max-width: 600px))',
      '((min-width: 300px) and (max-width: 600px))',
    ];
    for (const media of onSomeScreens) assert.ok(shows(media) && !hides(media), media);
    assert.ok(!shows('(display-mode: standalone)') && !shows('(monochrome)') && !shows('((max-width: 5px))'));
  });
});

describe('a text that opens later', () => {
  const later: Readonly<Record<string, string>> = {
    'what is shut until somebody goes into the box around it':
      '<style>.q:not(:focus-within) .a{display:none}</style><div class="q" tabindex="0">Pregunta<p class="a">TEXT</p></div>',
    'what is shut until somebody points at the box around it':
      '<style>.q:not(:hover)>.a{visibility:hidden}</style><div class="q">Pregunta<p class="a">TEXT</p></div>',
    'an accordion': '<div class="vc_tta-accordion"><div style="display:none">TEXT</div></div>',
    'a tab, by camel case': '<div class="myTabPanel" hidden>TEXT</div>',
    'a numbered tab': '<div id="tab2" style="display:none">TEXT</div>',
    'a slider': '<div class="swiper-slide" style="opacity:0;transform:translateX(-3000px)">TEXT</div>',
    'an entrance': '<div class="wow fadeInUp" style="visibility:hidden">TEXT</div>',
    'an entrance of Elementor':
      '<style>.elementor-invisible{visibility:hidden}</style><div class="elementor-invisible">TEXT</div>',
    'an entrance on scrolling': '<div data-aos="fade-up" style="opacity:0">TEXT</div>',
    'a grid that a script lays out': '<div class="masonry-grid"><div style="opacity:0">TEXT</div></div>',
    'what a link opens': '<a href="#mas">Más</a><div id="mas" style="max-height:0;overflow:hidden">TEXT</div>',
    'what a button shows': '<button popovertarget="p">Más</button><div popover id="p">TEXT</div>',
    'what a script names':
      '<style>.mas-info{display:none}</style><script>$(".mas-info").show()</script><p class="mas-info">TEXT</p>',
    'what a state shows': '<style>.m{display:none}.abierto .m{display:block}</style><p class="m">TEXT</p>',
    'what pointing shows':
      '<style>.m{opacity:0}li:hover .m{opacity:1}</style><ul><li>a <b class="m">TEXT</b></li></ul>',
    'what a button of its own shows':
      '<div id="mas" style="display:none">TEXT</div><button onclick="document.getElementById(\'mas\').style.display=\'block\'">Más</button>',
    'what a script shows on a click':
      '<button id="b">Más</button><div class="resto" style="display:none">TEXT</div><script>$("#b").click(function(){$(".resto").toggle()})</script>',
    'what a script hides until a click':
      '<button class="leer">Más</button><p class="resto">TEXT</p><script>$(".resto").hide();$(".leer").click(function(){$(this).next().show()})</script>',
    'what a function hides when it is called':
      '<p id="a">TEXT</p><script>function f(){document.getElementById("a").remove()}</script>',
    'a row that a class opens':
      '<style>.g{display:grid;grid-template-rows:0fr}.g.on{grid-template-rows:1fr}.g>p{overflow:hidden}</style><div class="g"><p>TEXT</p></div>',
    'what pointing uncovers':
      '<style>.c{position:relative}.c::after{content:"";position:absolute;inset:0;background:#fff}.c:hover::after{opacity:0}</style><div class="c">TEXT</div>',
    'what a class lifts over a cover':
      '<div style="position:relative"><i style="position:absolute;inset:0;background:#000"></i><div class="dentro">TEXT</div></div>',
    'an overlay that is moved away':
      '<div style="position:relative"><i style="position:absolute;inset:0;background:#fff;transform:translateX(100%)"></i><p>TEXT</p></div>',
    'an animation that waits for its start':
      '<style>.r{animation:in 1s paused both}.r.on{animation-play-state:running}@keyframes in{from{opacity:0}}</style><p class="r">TEXT</p>',
    'an animation that follows scrolling':
      '<style>.r{animation:out 1s both;animation-timeline:view()}@keyframes out{to{opacity:0}}</style><p class="r">TEXT</p>',
    'an animation from elsewhere': '<p style="opacity:0;animation:entrada 1s">TEXT</p>',
  };
  for (const [name, html] of Object.entries(later)) it(`is kept: ${name}`, () => assert.ok(hasText(html)));

  it('is not believed of one that nobody could see then either', () => {
    assert.ok(!hasText('<div class="accordion"><p style="color:#fff;background:#fff">TEXT</p></div>'));
  });
});

describe('characters that show nothing', () => {
  it('are taken out, or are a space where they take room', () => {
    assert.equal(
      markdownOf(
        '<p>u\u2063n\uFFFCo \u2800\u2800d\u00ADo\u3164s\u115F tr\u{E0041}\u{E0042}es\uFE01\uFE02\u{E0101}</p>',
      ),
      'uno dos tres',
    );
  });

  it('stay where writing needs them: emoji, Persian, Hindi', () => {
    for (const text of ['❤️', '👩‍❤️‍👨', '👨‍👩‍👧', '1️⃣', 'می\u200Cخواهم', 'क्\u200Dष'])
      assert.equal(markdownOf(`<p>${text}</p>`), text);
  });

  it('are told to the owner where they spell a text', () => {
    for (const text of ['\u{E0048}\u{E0069}', '\uFE00\uFE05\uFE0A', '\u200B\u200C\u200B\u200B\u200C\u200B\u200C']) {
      const { notes } = convert(readPage(`<p>uno${text}</p>`), { baseUrl: BASE, source: 'rest' });
      assert.deepEqual(notes, ['Removed characters that reorder or hide text in “uno”.']);
    }
  });
});

describe('names that every object of JavaScript has', () => {
  it('are no values, units, properties or variables', () => {
    for (const name of ['constructor', '__proto__', 'hasownproperty']) {
      const style = `${name}:1;color:${name};width:1${name};font-size:${name};opacity:var(${name})`;
      const sheet = `@media (${name}:1){.${name}{display:none}}.${name}{animation:${name} 1s forwards;--${name}:1}`;
      assert.ok(hasText(`<style>${sheet}</style><p class="${name}" style="${style}">TEXT</p>`));
    }
  });

  it('are no attributes', () => {
    for (const selector of [
      '[constructor]',
      'p:not(:not([constructor]))',
      '[__proto__]',
      '[hasOwnProperty]',
      '[toString*=n]',
    ])
      assert.match(markdownOf(`<style>${selector}{display:none}</style><p>uno</p>`), /uno/, selector);
    const own = '<style>[constructor]{display:none}</style><p constructor>uno</p><p>dos</p>';
    assert.equal(markdownOf(own).trim(), 'dos');
  });
});

describe('a variable that an element sets', () => {
  it('holds within every element that sets it in the same words', () => {
    const text = '<p style="--ink:#fff;background:#fff">Aviso <span style="color:var(--ink)">TEXT</span></p>';
    assert.ok(!hasText(text.repeat(3)));
  });
});
