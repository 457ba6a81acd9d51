/** Handlers of data tables and layout tables. */
import { container } from './block-handlers.ts';
import { isCodeBox } from './code.ts';
import { isLayoutTable } from './structure.ts';
import { spanOf } from '../parse/html.ts';
import type { ElementHandler } from './state.ts';
import { tableCell, tableElement, type TableCell } from '../write/table.ts';

export const table: ElementHandler = (element, state) => {
  const { blocks, tables } = state;
  if (isCodeBox(element)) return container(element, state);
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

/** Handles a table cell; its content is written in a single line. */
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
