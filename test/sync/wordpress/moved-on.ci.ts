import { describe, it } from 'node:test';
import { readPage } from '../../../sync/markdown/parse/page.ts';
import { leadsTo } from '../../../sync/wordpress/moved-on.ts';

const HERE = 'https://llaveytejo.example/madrid/';
const target = (html: string) =>
  leadsTo(readPage(`<!doctype html><html><head>${html}</head><body></body></html>`), {}, HERE);

describe('leadsTo', () => {
  it('answers in a time that grows with the input alone', () => {
    const many = 300_000;
    for (const unit of [' ', '1', '0 ', '"', '0;url', ';', 'url=']) {
      for (const start of ['', '0', '0;', '0;url=', '0;url=\t']) {
        leadsTo(readPage(''), { refresh: `${start}${unit.repeat(many / unit.length)}"` }, HERE);
      }
      target(`<meta http-equiv="refresh" content='${unit.repeat(many / unit.length)}'>`);
    }
    for (const unit of [
      ' ',
      '"',
      "'a",
      '/*',
      '<!-',
      'window.',
      '}',
      ',1',
      'location="x"',
      'setTimeout(()=>{',
      '(function(){',
      ')()',
    ]) {
      for (const start of ['location="x"', 'setTimeout(()=>{location="x"', '(function(){location="x"']) {
        const script = `<script>${start}${unit.repeat(1900 / unit.length)}!</script>`;
        target(script.repeat(many / script.length));
      }
    }
  });
});
