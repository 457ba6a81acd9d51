import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownOf } from './render.ts';

const SHOWN = '| Servicio | Precio |\n| --- | --- |\n| Caldera | 30 € |';

const table = (head: string, rows: string, attributes = '') =>
  `<table ${attributes}><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
const ROW = '<tr><td>Caldera</td><td>12 €</td><td>30 €</td></tr>';

describe('a column of a table that its script shows nobody', () => {
  it('is left out where Ninja Tables hides it totally', () => {
    const head =
      '<th class="ninja_column_0 ninja_clmn_nm_serv ">Servicio</th><th class="ninja_column_1 ninja_clmn_nm_coste hidden">Coste</th><th class="ninja_column_2 ninja_clmn_nm_precio xs sm">Precio</th>';
    assert.equal(markdownOf(table(head, ROW, 'class="foo-table ninja_footable ui table"')), SHOWN);
  });

  for (const mark of ['data-visible="false"', 'data-breakpoints="hidden"']) {
    it(`is left out by ${mark} of its head`, () => {
      const head = `<th>Servicio</th><th ${mark}>Coste</th><th data-breakpoints="xs sm" data-visible="true">Precio</th>`;
      assert.equal(markdownOf(table(head, ROW)), SHOWN);
    });
  }

  it('is left out where wpDataTables describes it as invisible, in this table alone', () => {
    const described = (id: string, isVisible: boolean) => {
      const columns = [true, isVisible, true].map((bVisible, at) => ({
        bVisible,
        conditionalFormattingRules: [{ cellVal: '' }],
        aTargets: [at],
      }));
      const value = JSON.stringify({ tableId: id, dataTableParams: { columnDefs: columns } });
      const head = '<th class="wdtheader">Servicio</th><th>Coste</th><th>Precio</th>';
      return `<input type="hidden" id="${id}_desc" value='${value}'/>${table(head, ROW, `data-described-by="${id}_desc"`)}`;
    };
    assert.equal(markdownOf(described('table_1', false)), SHOWN);
    const all = '| Servicio | Coste | Precio |\n| --- | --- | --- |\n| Caldera | 12 € | 30 € |';
    assert.equal(markdownOf(described('table_1', false) + described('table_2', true)), `${SHOWN}\n\n${all}`);
  });

  it('is told by the columns that cells of several rows and columns take', () => {
    const head = '<th>Servicio</th><th data-visible="false">Coste</th><th>Precio</th><th>Plazo</th>';
    const rows =
      '<tr><td rowspan="2">Caldera</td><td>12 €</td><td>30 €</td><td>Hoy</td></tr>' +
      '<tr><td>14 €</td><td>40 €</td><td>Mañana</td></tr><tr><td>Tejado</td><td colspan="2">A medida</td><td>Un mes</td></tr>';
    const markdown = markdownOf(table(head, rows));
    assert.doesNotMatch(markdown, /Coste|12 €|14 €/);
    for (const word of ['30 €', '40 €', 'Mañana', 'A medida', 'Un mes']) assert.match(markdown, new RegExp(word), word);
  });

  it('is no column of a table around it, nor one that a detail shows', () => {
    const head = '<th data-breakpoints="all">Servicio</th><th class="hidden">Precio</th>';
    const inner = table('<th>a</th><th data-visible="false">b</th>', '<tr><td>c</td><td>SECRET</td></tr>');
    const markdown = markdownOf(table(head, `<tr><td>Caldera</td><td>30 € ${inner}</td></tr>`));
    assert.match(markdown, /Servicio[^]*Precio[^]*Caldera[^]*30 €/);
    assert.doesNotMatch(markdown, /SECRET/);
  });
});
