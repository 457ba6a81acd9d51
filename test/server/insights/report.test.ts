import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeReport } from '../../../server/insights/report.ts';
import { insightsTextsOf, reportTables, tableText } from '../../../server/insights/tables.ts';

const question = { city: 'todas', language: '', firstPage: undefined, corrected: 0, read: 0, results: 0 };
const day = (questions: readonly object[]) =>
  [
    { day: '2026-11-21', calls: [], questions, pages: [], reads: new Map(), next: [], leftOut: {} },
  ] as unknown as Parameters<typeof makeReport>[0];

describe('reportTables', () => {
  const notFound = (questions: readonly object[]) => {
    const { texts } = insightsTextsOf('en');
    const tables = reportTables(makeReport(day(questions), undefined), texts);
    return (
      tables
        .map((table) => tableText(table, texts.none))
        .join('\n')
        .split('\n\n', 1)[0] ?? ''
    );
  };

  it('counts unanswered questions whose texts are not shown, below those that are', () => {
    const withoutText = { ...question, text: undefined, asked: 96, empty: 7, unmatched: 5 };
    const questions = [withoutText, { ...withoutText, asked: 12, empty: 5, unmatched: 0 }];
    assert.match(notFound(questions), /^Unanswered\n.*\n {2}12 more without stored text/);
    const withText = { ...question, text: 'moqueta', asked: 4, empty: 0, unmatched: 4 };
    assert.match(notFound([...questions, withText]), /moqueta +4 +unknown word[^]*\n {2}12 more without stored text/);
  });

  it('counts a question without results and with an unknown word once', () => {
    const { totals, trend } = makeReport(
      day([{ ...question, text: 'a', asked: 9, empty: 6, unmatched: 9 }]),
      undefined,
    );
    assert.deepEqual([totals.unanswered, trend[0]?.unanswered], [9, 9]);
  });

  it('has none where every question was answered', () => {
    assert.match(notFound([{ ...question, text: 'a', asked: 3, empty: 0, unmatched: 0 }]), /None\./);
  });
});
