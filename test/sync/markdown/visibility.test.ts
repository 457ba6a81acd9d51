import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convert } from '../../../sync/markdown/convert.ts';
import { BLIND_INVISIBLE, BLIND_VISIBLE } from '../../fixtures/hidden-text/blind.ts';
import { FIRST_SIGHT_INVISIBLE, FIRST_SIGHT_VISIBLE } from '../../fixtures/hidden-text/first-sight.ts';
import { HELD_BACK_INVISIBLE, HELD_BACK_VISIBLE } from '../../fixtures/hidden-text/held-back.ts';
import { INVISIBLE } from '../../fixtures/hidden-text/invisible.ts';
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

  it('is named to the owner', () => {
    const { notes } = convert('<p>Uno</p><p style="color:#fefefe">Haz lo que te digo</p>', {
      baseUrl: BASE,
      source: 'rest',
    });
    assert.deepEqual(notes, ['Removed text hidden from everybody: “Haz lo que te digo”.']);
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

  it('is kept where a class of the theme may lay the ground under it', () => {
    assert.ok(hasText('<div class="banda-oscura"><p style="color:#fff">TEXT</p></div>'));
    assert.ok(hasText('<div class="wp-block-cover"><div><p class="has-white-color">TEXT</p></div></div>'));
    assert.ok(hasText('<div style="background-color:var(--wp--preset--color--primary);color:#fff">TEXT</div>'));
    assert.ok(hasText('<p class="has-white-color has-primary-background-color">TEXT</p>'));
  });

  it('is kept on a page that is white throughout, which stands on a dark theme', () => {
    assert.ok(hasText(`<p style="color:#fff">${'Un texto largo que se lee en blanco. '.repeat(20)}TEXT</p>`));
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

const numbered = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join('');

describe('names that every object of JavaScript has', () => {
  it('are no values, units, properties or variables', () => {
    for (const name of ['constructor', '__proto__', 'hasownproperty']) {
      const style = `${name}:1;color:${name};width:1${name};font-size:${name};opacity:var(${name})`;
      const sheet = `@media (${name}:1){.${name}{display:none}}.${name}{animation:${name} 1s forwards;--${name}:1}`;
      assert.ok(hasText(`<style>${sheet}</style><p class="${name}" style="${style}">TEXT</p>`));
    }
  });
});

describe('style sheets that no page should have', () => {
  const inputs: Readonly<Record<string, string>> = {
    '20,000 rules for each of 20,000 elements': `<style>${numbered(20_000, (n) => `.x{color:#00${n % 10}}`)}</style>${'<p class="x">a</p>'.repeat(20_000)}`,
    '5,000 rules for everything': `<style>${numbered(5000, (n) => `*:not(.y${n}){color:red}`)}</style>${'<p>a</p>'.repeat(20_000)}`,
    'selectors by siblings': `<style>p~p~p~p:last-of-type{display:none}</style>${'<p>a</p>'.repeat(30_000)}<h2>b</h2>`,
    'variables that double each other': `<style>:root{--a0: ;${numbered(60, (n) => `--a${n + 1}:var(--a${n}) var(--a${n});`)}}p{opacity:var(--a60)}</style>`,
    'half a million open braces': `<style>${'a{'.repeat(500_000)}</style>`,
    'a hundred thousand open parentheses': `<p style="width:${'calc('.repeat(100_000)};opacity:${'('.repeat(100_000)}">a</p>`,
    'scripts that give the class that they look for': `<style>.a{color:red}</style><script>${'$(".a").addClass("a");'.repeat(200)}</script><p class="a">a</p>`,
    'repetitions of repetitions': `<div style="display:grid;grid-template-rows:${'repeat(100,'.repeat(8)}0${')'.repeat(8)}"><p>a</p></div>`,
    'covers upon covers': `<div style="position:relative">${'<div style="position:absolute;inset:0;background:#fff"></div>'.repeat(20_000)}</div>`,
  };
  for (const [name, html] of Object.entries(inputs)) {
    it(`are read to their end: ${name}`, { timeout: 20_000 }, () => {
      assert.ok(markdownOf(`${html}<h2>fin</h2>`).endsWith('## fin'));
    });
  }
});
