import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Log } from '../../../../shared/log.ts';
import { printable } from '../../../../shared/printable.ts';
import { createLogReporter } from '../../../../sync/service/report/report.ts';
import type { RunEvent } from '../../../../sync/run/events.ts';
import { EVIL, SUMMARY } from '../../../helpers/run-summary.ts';

/** A log that keeps what it is told. */
function keptLog() {
  const lines: { level: string; event: string; fields: Record<string, unknown> }[] = [];
  const at = (level: string) => (fields: Record<string, unknown>, event: string) =>
    lines.push({ level, event, fields });
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Log;
  return { log, lines, events: () => lines.map(({ level, event }) => `${level} ${event}`) };
}

describe('createLogReporter', () => {
  it('writes one line per event, and progress no more often than every few seconds', () => {
    const { log, events } = keptLog();
    let now = 0;
    const { event } = createLogReporter(log, () => now);
    event({ type: 'started', mode: 'changes', why: 'scheduled', first: false });
    event({ type: 'language', language: 'es-ES', by: 'front page' });
    event({ type: 'phase', phase: 'read', total: 100 });
    for (let done = 1; done <= 100; done++) {
      now += 100;
      event({ type: 'advanced', done });
    }
    event({ type: 'finished', summary: SUMMARY });
    assert.deepEqual(events(), [
      'info sync.started',
      'info sync.language',
      'info sync.phase',
      'info sync.progress',
      'info sync.progress',
      'info sync.finished',
    ]);
  });

  it('keeps the thousands of new pages of a first run for those who ask', () => {
    const { log, events } = keptLog();
    const { event } = createLogReporter(log, () => 0);
    const page: RunEvent = { type: 'page', change: 'new', id: 1, path: '/a', title: 'A' };
    event({ type: 'started', mode: 'full', why: 'the mirror is empty', first: true });
    event(page);
    event({ type: 'started', mode: 'changes', why: 'scheduled', first: false });
    event(page);
    assert.deepEqual(
      events().filter((line) => line.includes('page')),
      ['debug sync.page.new', 'info sync.page.new'],
    );
  });

  it('names the commands of the installed package', () => {
    const { log, lines } = keptLog();
    createLogReporter(
      log,
      () => 0,
      (text) => text.replace('npm run', 'content'),
    ).failed({ code: 'closed', message: 'run npm run doctor' });
    assert.equal(lines[0]?.fields['error'], 'run content doctor');
  });

  it('strips what came from the site', () => {
    const { log, lines } = keptLog();
    createLogReporter(log, () => 0).event({ type: 'page', change: 'gone', id: 1, path: '/a', title: EVIL });
    assert.equal(lines[0]?.fields['title'], printable(EVIL));
  });
});
