import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printable } from '../../../shared/printable.ts';
import { createTerminalReporter, summaryTable } from '../../../sync/report/terminal.ts';
import { EVIL, SUMMARY } from '../../helpers/run-summary.ts';

describe('summaryTable', () => {
  it('shows the counts of pages, with reasons and warnings', () => {
    assert.equal(
      summaryTable(SUMMARY),
      [
        '  new             2',
        '  changed         3',
        '  moved           1',
        '  gone            4',
        '  unchanged     158',
        '  left out        5  password 4, noindex 1',
        '  warnings        3',
        '  ! something odd',
        '  ! … and 2 more',
        'Generation 7 is live with 164 pages (1.2 s)',
        '',
      ].join('\n'),
    );
  });

  it('says what a dry run would do, and when nothing changed', () => {
    assert.match(summaryTable({ ...SUMMARY, dryRun: true }), /would be published; nothing was written/);
    assert.match(summaryTable({ ...SUMMARY, dryRun: true, published: false }), /nothing would change/);
    assert.match(summaryTable({ ...SUMMARY, published: false }), /Nothing changed; generation 7 stays live/);
  });
});

/** A terminal that keeps what is written to it. */
function keptTerminal(verbose: boolean) {
  const calls: string[] = [];
  let text = '';
  const reporter = createTerminalReporter({
    write: (more) => {
      text += more;
    },
    progress: {
      begin: (label, total) => calls.push(`${label} ${total ?? '?'}`),
      advance: (done) => calls.push(String(done)),
      end: () => calls.push('end'),
    },
    verbose,
  });
  return { ...reporter, calls, text: () => text };
}

describe('createTerminalReporter', () => {
  it('shows progress by phase, then the changes and the table', () => {
    const terminal = keptTerminal(true);
    terminal.event({ type: 'started', mode: 'changes', why: 'scheduled', first: false });
    terminal.event({ type: 'phase', phase: 'read', total: 2 });
    terminal.event({ type: 'advanced', done: 2 });
    terminal.event({ type: 'page', change: 'moved', id: 1, from: '/a', path: '/b', title: EVIL });
    terminal.event({ type: 'finished', summary: SUMMARY });
    assert.deepEqual(terminal.calls, ['Reading pages 2', '2', 'end']);
    assert.equal(terminal.text(), `  moved    /a → /b «${printable(EVIL)}»\n${summaryTable(SUMMARY)}`);
  });

  it('says no more than a line when a scheduled run finds no change', () => {
    const terminal = keptTerminal(false);
    const quiet = { ...SUMMARY, published: false };
    terminal.event({ type: 'finished', summary: quiet });
    const first = terminal.text();
    terminal.event({ type: 'finished', summary: quiet });
    assert.equal(terminal.text().slice(first.length), 'No change in 164 pages (generation 7).\n');
  });

  it('shows a failure in words', () => {
    const terminal = keptTerminal(true);
    terminal.failed({ code: 'configuration', message: `Two faults:\n  one\u001B[2J\n  two` });
    assert.equal(terminal.text(), 'sync: Two faults:\none [2J\ntwo\n');
  });
});
