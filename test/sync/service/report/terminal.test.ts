import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printable } from '../../../../shared/printable.ts';
import { createTerminalReporter, summaryText } from '../../../../sync/service/report/terminal.ts';
import { EVIL, SUMMARY } from '../../../helpers/run-summary.ts';

describe('summaryText', () => {
  it('is a line of the changes, with the first warnings below', () => {
    assert.equal(
      summaryText(SUMMARY),
      [
        'Generation 7 with 164 pages is live: 2 new, 3 changed, 1 moved, 4 gone; 5 left out (1.2 s)',
        '  ! something odd',
        '  ! … and 2 more warnings: npm run status -- --json',
        '',
      ].join('\n'),
    );
  });

  it('leaves out counts of zero', () => {
    const none = {
      new: 0,
      changed: 0,
      moved: 0,
      gone: 0,
      skipped: {},
      warnings: [],
      warningCount: 0,
      published: false,
    };
    const text = summaryText({ ...SUMMARY, ...none });
    assert.equal(text, 'Nothing changed: generation 7 with 164 pages stays live (1.2 s)\n');
  });

  it('reports the result of a dry run', () => {
    assert.match(summaryText({ ...SUMMARY, dryRun: true }), /^Dry run, nothing was written: .* would be published/);
    assert.match(summaryText({ ...SUMMARY, dryRun: true, published: false }), /nothing would change/);
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
  it('shows progress by phase, then the changes and the summary', () => {
    const terminal = keptTerminal(true);
    terminal.event({ type: 'started', mode: 'changes', why: 'scheduled', first: false });
    terminal.event({ type: 'phase', phase: 'read', total: 2 });
    terminal.event({ type: 'advanced', done: 2 });
    terminal.event({ type: 'page', change: 'moved', id: 1, from: '/a', path: '/b', title: EVIL });
    terminal.event({ type: 'finished', summary: SUMMARY });
    assert.deepEqual(terminal.calls, ['Reading pages 2', '2', 'end']);
    assert.equal(terminal.text(), `  moved    /a → /b «${printable(EVIL)}»\n${summaryText(SUMMARY)}`);
  });

  it('says no more than a line when a scheduled run finds no change', () => {
    const terminal = keptTerminal(false);
    const quiet = { ...SUMMARY, published: false };
    terminal.event({ type: 'finished', summary: quiet });
    const first = terminal.text();
    terminal.event({ type: 'finished', summary: quiet });
    assert.equal(terminal.text().slice(first.length), 'Nothing changed: generation 7 with 164 pages stays live\n');
  });

  it('shows a failure in words', () => {
    const terminal = keptTerminal(true);
    terminal.failed({ code: 'configuration', message: `Two faults:\n  one\u001B[2J\n  two` });
    assert.equal(terminal.text(), 'sync: Two faults:\none [2J\ntwo\n');
  });
});
