import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builderOf } from '../../../sync/doctor/site-marks.ts';
import { BUILDERS } from '../../../sync/markdown/builders.ts';
import { convert } from '../../../sync/markdown/convert.ts';
import { namesIn } from '../../../sync/markdown/parse/class-names.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { needsPageHtml } from '../../../sync/markdown/plain-text.ts';
import { BASE, markdownOf } from './render.ts';

const names = (list: string | undefined) => namesIn(list ?? '');
/** An element with a class of a list: `a*` with some ending, `a.b` with both. */
const element = (name: string, text: string) =>
  `<div class="${name.replace('*', 'x').replaceAll('.', ' ')}"><p>${text}</p></div>`;

for (const builder of BUILDERS) {
  const shortcodes = [...names(builder.shortcodes), ...names(builder.ambiguousShortcodes)];
  describe(`${builder.name} in the table of builders`, () => {
    it('is named by the doctor', () => {
      for (const name of names(builder.classes))
        assert.deepEqual(builderOf(element(name, 'Texto')), { name: builder.name, raw: false }, name);
      for (const prefix of shortcodes)
        assert.deepEqual(
          builderOf(`<p>[${prefix}_row]Texto[/${prefix}_row]</p>`),
          { name: builder.name, raw: true },
          prefix,
        );
    });

    if (shortcodes.length > 0) {
      it('has its page’s own HTML read where its shortcodes were not rendered, and they are taken out', () => {
        for (const prefix of shortcodes) {
          for (const html of [
            `<p>[${prefix}_row]Texto[/${prefix}_row]</p>`,
            `<p>[${prefix}_row width=»1/2&#8243;]Texto</p>`,
          ]) {
            assert.equal(needsPageHtml(html), true, html);
            assert.equal(markdownOf(html), 'Texto', html);
          }
        }
      });
    }

    if (builder.noise !== undefined || builder.frame !== undefined) {
      it('has its menus, contents and share buttons, and its frame of the site, left out of a page', () => {
        for (const name of [...names(builder.noise), ...names(builder.frame)]) {
          const html = `<main><p>Texto</p>${element(name, 'Aparte')}</main>`;
          assert.equal(convert(readPage(html), { baseUrl: BASE, source: 'page' }).markdown, 'Texto', name);
        }
      });
    }

    if (builder.hiddenOnWide !== undefined) {
      it('has a block that is there for wide and for narrow screens read once', () => {
        for (const wide of names(builder.hiddenOnWide))
          for (const narrow of names(builder.hiddenOnNarrow))
            assert.equal(markdownOf(element(wide, 'Texto') + element(narrow, 'Texto')), 'Texto', `${wide} ${narrow}`);
      });
    }
    if (builder.hiddenEverywhere !== undefined) {
      it('has what it hides on every screen left out, and what it shows on one of them read', () => {
        for (const name of names(builder.hiddenEverywhere)) {
          assert.equal(markdownOf(`<p>Texto</p>${element(name, 'Apartado')}`), 'Texto', name);
          const onOne = name.split('.').slice(1).join('.');
          assert.match(markdownOf(`<p>Texto</p>${element(onOne, 'Apartado')}`), /Apartado/, onOne);
        }
      });
    }
  });
}

describe('a block whose editor hid it on each kind of screen', () => {
  for (const classes of [
    'wp-block-paragraph wp-block-hidden-desktop wp-block-hidden-mobile wp-block-hidden-tablet',
    'ub-hide-on-mobile ub-hide-on-tablet ub-hide-on-desktop',
    'wp-block-getwid-section getwid-hide-desktop getwid-hide-tablet getwid-hide-mobile',
    'widgetopts-gutenberg extendedwopts-hide extendedwopts-mobile extendedwopts-tablet extendedwopts-desktop',
    'dslc-module-front dslc-hide-on-desktop dslc-hide-on-tablet dslc-hide-on-phone',
    'module module-text hide-desktop hide-tablet hide-tablet_landscape hide-mobile hide-on-stick',
    'ugb-text ugb--hide-desktop ugb--hide-tablet ugb--hide-mobile',
    'wp-block-premium-text premium-desktop-hidden premium-tablet-hidden premium-mobile-hidden',
    'guten-element guten-hide-desktop guten-hide-tablet guten-hide-mobile',
    'tw-sm-hidden tw-md-hidden tw-lg-hidden',
    'rbc-is-hidden-on-mobile rbc-is-hidden-on-tablet rbc-is-hidden-on-desktop rbc-is-hidden-on-wide',
    'o-hide-on-mobile o-hide-on-tablet o-hide-on-desktop',
  ]) {
    it(`is left out: ${classes}`, () => {
      assert.equal(markdownOf(`<p>Texto</p><div class="${classes}"><p>Tarifa interna</p></div>`), 'Texto');
    });
  }
});

describe('a word in brackets', () => {
  for (const word of ['us_dollars', 'fl_oz', 'x_1', 'rev_b', 'cs_go', 'sic', 'ct_scan', 'bt_corn']) {
    it(`is no shortcode: [${word}]`, () => {
      const html = `<p>Cuesta 5 [${word}] más</p>`;
      assert.equal(needsPageHtml(html), false);
      assert.equal(builderOf(html), undefined);
      assert.match(markdownOf(html), new RegExp(`\\[${word}`));
    });
  }

  it('is one where others of its builder are', () => {
    assert.equal(markdownOf('<p>[us_row columns="2"]Uno[us_separator]dos[/us_row]</p>'), 'Uno  \ndos');
  });

  it('is none in code that shows how a shortcode is written', () => {
    const html = '<p>Así:</p><pre>[vc_row][/vc_row]</pre>';
    assert.equal(needsPageHtml(html), false);
    assert.equal(builderOf(html), undefined);
    assert.equal(markdownOf(html), 'Así:\n\n```\n[vc_row][/vc_row]\n```');
  });
});
