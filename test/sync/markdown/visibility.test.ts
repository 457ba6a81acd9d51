import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import { BLIND_INVISIBLE, BLIND_VISIBLE } from '../../fixtures/hidden-text/blind.ts';
import { FIRST_SIGHT_INVISIBLE, FIRST_SIGHT_VISIBLE } from '../../fixtures/hidden-text/first-sight.ts';
import { FRESH_INVISIBLE, FRESH_VISIBLE } from '../../fixtures/hidden-text/fresh.ts';
import { HELD_BACK_INVISIBLE, HELD_BACK_VISIBLE } from '../../fixtures/hidden-text/held-back.ts';
import { INVISIBLE } from '../../fixtures/hidden-text/invisible.ts';
import { RENEWED_INVISIBLE, RENEWED_VISIBLE } from '../../fixtures/hidden-text/renewed.ts';
import { VISIBLE } from '../../fixtures/hidden-text/visible.ts';
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
  keeps(HELD_BACK_INVISIBLE, false);
  keeps(FIRST_SIGHT_INVISIBLE, false);
  keeps(BLIND_INVISIBLE, false);
  keeps(FRESH_INVISIBLE, false);
  keeps(RENEWED_INVISIBLE, false);

  it('is left out too where browsers differ: Chromium alone makes a relative font size 6 pixels at least', () => {
    assert.ok(!hasText('<p style="font-size:0.0001em">TEXT</p>'));
    assert.ok(!hasText('<p style="font-size:1%">TEXT</p>'));
  });

  it('is left out where the scripts that name it show nothing', () => {
    const hidden = '<p id="note" style="display:none">TEXT</p>';
    assert.ok(!hasText(`${hidden}<script>document.getElementById("note").textContent.trim()</script>`));
    assert.ok(!hasText(`${hidden}<script>document.querySelector("#note").style.display = "none"</script>`));
    const later = (statement: string) => `${hidden}<script>function later(){${statement}}</script>`;
    for (const statement of [
      'document.getElementById("note").style.display = "none"',
      'document.getElementById("note").style.display=`none`',
      'document.getElementById("note").hidden=!0',
    ])
      assert.ok(!hasText(later(statement)), statement);
    assert.ok(hasText(later('document.getElementById("note").style.display = "block"')));
    assert.ok(hasText(`${hidden}<script>$("a").click(() => $("#note").slideToggle())</script>`));
  });

  it('is left out where a script hides it in the words of a minifier, or by a class of several rules', () => {
    assert.ok(!hasText('<p id="x">TEXT</p><script>document.getElementById("x").hidden=!0</script>'));
    assert.ok(!hasText('<p id="x" hidden>TEXT</p><script>document.getElementById("x").hidden=isGuest</script>'));
    const twice = '<style>.gone{color:red}.gone{display:none}</style><p id="z">TEXT</p>';
    assert.ok(!hasText(`${twice}<script>document.getElementById('z').classList.add('gone')</script>`));
  });

  it('is left out by what a script does to other elements, in its functions, or in a moment', () => {
    const hiding = [
      'const one = document.querySelector("#z"); if (one) { one.parentNode.removeChild(one); }',
      '(function (d) { var e = d.getElementById("z"); e && (e.style.visibility = "hidden"); })(document)',
      'function leave(e) { e.hidden = true; } window.onload = function () { leave(document.getElementById("z")); };',
      'setTimeout(() => { document.getElementById("a").nextElementSibling.remove(); }, 100)',
      'Object.assign(document.getElementById("z").style, { position: "absolute", left: "-9999px" })',
      'document.documentElement.dataset.mode = "plain"',
      'const list = document.getElementsByTagName("p"); for (let i = 0; i < list.length; i++) list[i].style.opacity = 0;',
    ];
    const around = '<style>[data-mode=plain] p{display:none}</style><i id="a">a</i>';
    for (const script of hiding) assert.ok(!hasText(`${around}<p id="z">TEXT</p><script>${script}</script>`), script);
  });

  it('stays where a script waits, asks, or shows it again', () => {
    const showing = [
      'setTimeout(() => document.getElementById("z").remove(), 60000)',
      'if (location.hash) document.getElementById("z").remove()',
      'const e = document.getElementById("z"); e.style.display = "none"; addEventListener("click", () => e.style.display = "block")',
      'function close() { document.getElementById("z").remove(); }',
      'const e = document.getElementById("z"); e.hidden = true; fetch("/x").then(() => e.classList.add("on"))',
      'async function run() { document.getElementById("z").remove(); } run()',
      `${'('.repeat(5000)}1`,
      'function f() { f(); f(); } f(); document.getElementById("z").remove()',
    ];
    for (const script of showing)
      assert.ok(hasText(`<p id="z">TEXT</p><script>${script}</script>`), script.slice(0, 200));
  });

  const kept: Readonly<Record<string, readonly string[]>> = {
    'behind an early exit': [
      'document.querySelectorAll("p").forEach((p) => { if (p.textContent.trim() !== "") return; p.remove(); })',
      '$("p").each(function () { if ($.trim($(this).text()) !== "") return; $(this).remove(); })',
      '(function () { if (document.cookie.indexOf("x") === -1) return; document.getElementById("z").remove(); })()',
      'if (innerWidth > 768) { if (innerWidth < 1000) return; } $("p").hide()',
      'for (const p of document.querySelectorAll("p")) { if (p.textContent) continue; p.remove(); }',
      'for (const p of document.querySelectorAll("p")) { p.textContent; if (p.id) break; p.remove(); }',
      'const l = document.querySelectorAll("p"); for (let i = 0; i < l.length; i++) { if (i > 5) return; l[i].remove(); }',
      '$("p").each(function () { $(this).hide(); return false; })',
      'switch (location.hash) { case "": return; } document.getElementById("z").remove()',
      'throw 1; document.getElementById("z").remove()',
      'function stop() { throw 1; } stop(); document.getElementById("z").remove()',
      'elsewhere(); document.getElementById("z").remove()',
    ],
    'where something else must be there, and is not': [
      'if (document.querySelector(".no-such")) document.getElementById("z").remove()',
      'const b = document.querySelector(".no-such"); b && document.getElementById("z").remove()',
      'const b = document.querySelector(".no-such"); if (!b) return; document.getElementById("z").remove()',
      'const b = document.querySelector(".no-such"); if (b === null || !b) return; document.getElementById("z").remove()',
      'if ($(".no-such").length > 0) { $("p").hide(); }',
      'let how = "block"; if ($(".no-such").length) { how = "none"; } document.getElementById("z").style.display = how',
    ],
    'where a condition asks for more than that': [
      'const l = document.querySelectorAll("p"); if (l.length > 10) l.forEach((e) => e.remove())',
      ...['p.querySelector("img")', 'p.closest(".slider")', 'p.matches(".slider")', 'p.nextElementSibling'].map(
        (test) => `document.querySelectorAll("p").forEach((p) => { if (${test}) p.remove(); })`,
      ),
      'if ($("p").is(":empty")) $("p").hide()',
    ],
    'where nobody knows what a name is': [
      'if (isMobile) document.getElementById("z").remove()',
      'isMobile && document.getElementById("z").remove()',
      'if (window.isMobile) document.getElementById("z").remove()',
      '(function ({ z }) { z.remove(); })({})',
    ],
    'as a part of a list': [
      ...['has("img")', 'filter(".x")', 'not("p")', 'odd()', 'slice(3)', 'eq(5)', 'find("i").end().next()'].map(
        (part) => `$("p").${part}.hide()`,
      ),
      ...['[5]', '[l.length]'].map((part) => `const l = document.querySelectorAll("p"); l${part}.remove()`),
      '[...document.querySelectorAll("p")].slice(3).forEach((p) => p.remove())',
      '$("p", ".no-such").hide()',
      'const l = document.querySelectorAll("p"); for (let i = 1; i < l.length; i++) l[i].remove()',
      'const l = document.querySelectorAll("p"); for (let i = 0; i < l.length; i += 2) l[i + 1].remove()',
    ],
    'where a class is only given if something holds': [
      'document.getElementById("z").classList.toggle("gone", location.hash === "#x")',
      'document.getElementById("z").classList.toggle("gone", false)',
    ],
    'where a script writes more than is followed': [
      `let s = "<style>#z{display:none}</style>"; ${'s = s + s; '.repeat(10)}document.write(s)`,
      `let s = "<style>#z{display:none}</style>"; ${'s += s; '.repeat(28)}document.write(s)`,
    ],
    'where the script takes it back': [
      ...[
        'z.style.display = "none"; z.style.display = ""',
        'z.style.display = "none"; z.style.removeProperty("display")',
        'z.style.display = "none"; z.style.cssText = "color:#222"',
        'z.classList.add("gone"); z.classList.remove("gone")',
        'z.hidden = true; z.removeAttribute("hidden")',
        'const p = z.parentNode; z.remove(); p.appendChild(z)',
        'z.remove(); document.body.prepend(z)',
        'const text = z.innerHTML; z.innerHTML = ""; z.innerHTML = text',
        'z.textContent = ""; typeWriter(z)',
        'z.innerHTML = ""; for (const letter of "TEXT") z.innerHTML += letter',
        'z.style.opacity = 0; new Entrance(z)',
        'const copy = z.cloneNode(true); z.remove(); document.body.append(copy)',
        'const text = z.outerHTML; z.outerHTML = ""; document.body.innerHTML += text',
        'z.style.display = "none"; document.querySelectorAll("p").forEach((e) => { e.style.display = ""; })',
        'let how = "none"; [1].forEach(() => { how = "block"; }); z.style.display = how',
        'let how = "none"; [how] = ["block"]; z.style.display = how',
        'z.hidden = true; if (innerWidth) z.hidden = false',
        'setTimeout(() => { z.style.display = "block"; }, 800); setTimeout(() => { z.style.display = "none"; }, 100)',
        'z.style.opacity = 0; setTimeout(() => document.body.append(z), 5000)',
      ].map((script) => `const z = document.getElementById("z"); ${script}`),
      'document.getElementById("z").style.opacity = 0; gsap.to("#z", { opacity: 1 })',
      '$("#z").detach().appendTo("body")',
      '$("#z").hide().slideDown()',
      'const l = [...document.querySelectorAll("p")]; l.forEach((e) => e.remove()); document.body.append(...l)',
    ],
  };
  for (const [how, scripts] of Object.entries(kept)) {
    it(`stays ${how}`, () => {
      const html = '<style>.gone{display:none}</style><p id="z">TEXT</p>';
      for (const script of scripts) assert.ok(hasText(`${html}<script>${script}</script>`), script);
    });
  }

  it('is left out where what a script asks for is there', () => {
    const hiding = [
      'if (document.querySelector(".a")) document.getElementById("z").remove()',
      'const a = document.querySelector(".a"); if (!a) return; document.getElementById("z").remove()',
      'const a = document.querySelector(".a"), z = document.getElementById("z"); if (!a || !z) return; z.hidden = true',
      'jQuery(function ($) { $("#z").css("display", "none"); })',
      '$(document).ready(function () { $("#z").hide(); gtag("event", "ready"); })',
      'if ($(".a").length > 0 && document.body) { $("#z").hide(); }',
      'document.getElementById("z").classList.toggle("gone", true)',
      'const z = document.getElementById("z"); z.parentNode && z.parentNode.removeChild(z)',
      'const l = document.querySelectorAll("p"); for (let i = 0, n = l.length; i < n; i++) { const p = l[i]; p.remove(); }',
    ];
    const html = '<style>.gone{display:none}</style><i class="a">a</i><p id="z">TEXT</p>';
    for (const script of hiding) assert.ok(!hasText(`${html}<script>${script}</script>`), script);
  });

  it('is only the first element of a class where a script takes the first, and what a variable names at the time', () => {
    const two = '<div class="part">Uno</div><div class="part">TEXT</div>';
    assert.ok(hasText(`${two}<script>document.querySelector('.part').remove()</script>`));
    assert.ok(!hasText(`<div class="part">TEXT</div><script>document.querySelector('.part').remove()</script>`));
    assert.ok(!hasText(`${two}<script>document.querySelectorAll('.part').forEach((e) => e.remove())</script>`));
    const scripts =
      '(function(){var e=document.getElementById("intro");e.className="on"})();(function(){var e=document.getElementById("old");e.remove()})()';
    assert.ok(hasText(`<p id="intro">TEXT</p><p id="old">Viejo</p><script>${scripts}</script>`));
    assert.ok(!hasText(`<p id="intro">Nuevo</p><p id="old">TEXT</p><script>${scripts}</script>`));
  });

  it('is left out where a blur leaves nothing to read, and kept where it leaves the letters', () => {
    for (const style of [
      'filter:blur(5px)',
      '-webkit-filter:blur(4px);user-select:none',
      'color:transparent;text-shadow:0 0 10px rgba(0,0,0,.5)',
      'text-shadow:#000 0 0 .5em;color:rgba(0,0,0,0)',
    ])
      assert.ok(!hasText(`<p style="${style}">TEXT</p>`), style);
    for (const style of [
      'filter:blur(2px)',
      'color:transparent;text-shadow:0 0 1px #000',
      'color:transparent;text-shadow:0 0 #000, 0 0 20px red',
      'color:#333;text-shadow:0 0 20px #000',
    ])
      assert.ok(hasText(`<p style="${style}">TEXT</p>`), style);
  });

  it('is named to the owner', () => {
    const { notes } = convert('<p>Uno</p><p style="color:#fefefe">Haz lo que te digo</p>', {
      baseUrl: BASE,
      source: 'rest',
    });
    assert.deepEqual(notes, ['Removed text hidden from everybody: “Haz lo que te digo”.']);
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
  keeps(HELD_BACK_VISIBLE, true);
  keeps(FIRST_SIGHT_VISIBLE, true);
  keeps(BLIND_VISIBLE, true);
  keeps(FRESH_VISIBLE, true);
  keeps(RENEWED_VISIBLE, true);

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

  it('is kept on a page that is white throughout, which stands on a dark theme', () => {
    const white = `<p style="color:#fff">${'Un texto largo que se lee en blanco. '.repeat(20)}TEXT</p>`;
    assert.ok(hasText(white));
    assert.ok(!hasText(`<div><p>${'Un texto largo que se lee en negro. '.repeat(20)}</p></div>${white}`));
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

  it('stay where writing needs them: emoji, the flags of tags, Persian, Hindi', () => {
    for (const text of [
      '❤️',
      '👩‍❤️‍👨',
      '👨‍👩‍👧',
      '1️⃣',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      'می\u200Cخواهم',
      'क्\u200Dष',
    ])
      assert.equal(markdownOf(`<p>${text}</p>`), text);
  });

  it('are told to the owner where they spell a text', () => {
    for (const text of ['\u{E0048}\u{E0069}', '\uFE00\uFE05\uFE0A', '\u200B\u200C\u200B\u200B\u200C\u200B\u200C']) {
      const { notes } = convert(`<p>uno${text}</p>`, { baseUrl: BASE, source: 'rest' });
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

describe('one page after another', () => {
  it('is judged by its own animations and variables, where the same is said of an element', () => {
    const text = '<p style="animation:gone 1s forwards;color:var(--ink)">TEXT</p>';
    const hiding = [
      '@keyframes gone{to{opacity:0}}',
      '@property --ink{syntax:"<color>";inherits:true;initial-value:#fff}',
    ];
    for (const css of hiding) {
      assert.ok(hasText(text));
      assert.ok(!hasText(`<style>${css}</style>${text}`));
      assert.ok(hasText(text));
    }
  });
});

describe('a variable that an element sets', () => {
  it('holds within every element that sets it in the same words', () => {
    const text = '<p style="--ink:#fff;background:#fff">Aviso <span style="color:var(--ink)">TEXT</span></p>';
    assert.ok(!hasText(text.repeat(3)));
  });
});
