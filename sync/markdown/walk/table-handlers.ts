/** Handlers of data tables and layout tables. */
import { container } from './block-handlers.ts';
import { attribute, elementsBelow } from '../parse/html.ts';
import type { HtmlElement } from '../parse/tree.ts';
import type { ElementHandler } from './state.ts';
import { tableCell, tableElement, type TableCell } from '../write/table.ts';

export const table: ElementHandler = (element, state) => {
  const { blocks, tables } = state;
  if (blocks.context() !== 'paragraph' || isLayoutTable(element)) {
    tables.push('layout');
    blocks.boundary();
    return () => {
      tables.pop();
      blocks.boundary();
    };
  }
  blocks.flush();
  const rows: TableCell[][] = [];
  tables.push(rows);
  return () => {
    blocks.flush();
    tables.pop();
    const made = tableElement(rows);
    if (made) blocks.add(made);
  };
};

export const row: ElementHandler = (element, state) => {
  const rows = state.tables.at(-1);
  if (!rows || rows === 'layout') return container(element, state);
  rows.push([]);
  return () => {
    // A table may have very many rows, so free the nodes of this row.
    element.children = [];
  };
};

/** Handler of a table cell; its content is written in a single line. */
export const cell: ElementHandler = (element, state) => {
  const open = state.tables.at(-1);
  const current = open === 'layout' ? undefined : open?.at(-1);
  if (!current || state.blocks.context() !== 'paragraph') return container(element, state);
  const close = state.blocks.cell();
  return () => {
    const [columns, rows] = [spanOf(element, 'colspan'), spanOf(element, 'rowspan')];
    current.push(tableCell(close(), { isHeader: element.name === 'th', columns, rows }));
  };
};

// Tests for a layout table: it contains a table, or has a single row or column outside preformatted text.
function isLayoutTable(element: HtmlElement): boolean {
  let rows = 0;
  let widest = 0;
  let width = 0;
  for (const inner of elementsBelow(element)) {
    if (inner.name === 'table') return true;
    if (inner.name === 'tr') {
      rows++;
      width = 0;
    } else if (inner.name === 'td' || inner.name === 'th') {
      width += spanOf(inner, 'colspan');
      widest = Math.max(widest, width);
    }
  }
  return (rows < 2 || widest < 2) && element.parent?.name !== 'pre';
}

// Parses the `colspan` or `rowspan` of a cell, at most 1000 (HTML 4.9.11).
function spanOf(element: HtmlElement, name: string): number {
  const count = Number.parseInt(attribute(element, name), 10);
  return Number.isNaN(count) ? 1 : Math.min(1000, Math.max(1, count));
}
