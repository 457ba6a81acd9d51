/** Tables of data, and tables that only place things. */
import { block } from './block-handlers.ts';
import { isLayout, span } from './structure.ts';
import type { Handler } from './state.ts';
import { tableElement, type Cell } from '../write/table.ts';

/** A table. */
export const table: Handler = (element, state) => {
  const { blocks, tables } = state;
  if (blocks.place() !== 'paragraph' || isLayout(element)) {
    tables.push('layout');
    blocks.boundary();
    return () => {
      tables.pop();
      blocks.boundary();
    };
  }
  blocks.flush();
  const rows: Cell[][] = [];
  tables.push(rows);
  return () => {
    blocks.flush();
    tables.pop();
    const made = tableElement(rows);
    if (made) blocks.add(made);
  };
};
/** A row of a table, or of nothing. */
export const row: Handler = (element, state) => {
  const rows = state.tables.at(-1);
  if (!rows || rows === 'layout') return block(element, state);
  rows.push([]);
  return () => {
    // A table may have very many rows: what has been read of one is let go.
    element.children = [];
  };
};

/** A cell, whose content goes into one line. */
export const cell: Handler = (element, state) => {
  const rows = state.tables.at(-1);
  const current = rows === 'layout' ? undefined : rows?.at(-1);
  if (!current || state.blocks.place() !== 'paragraph') return block(element, state);
  const close = state.blocks.cell();
  return () => {
    current.push({
      content: close(),
      isHeader: element.name === 'th',
      columns: span(element, 'colspan'),
      rows: span(element, 'rowspan'),
    });
  };
};
