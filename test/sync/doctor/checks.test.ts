import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failed, noted, passed, runChecks, type Check } from '../../../sync/doctor/checks.ts';
import { INSTALLATION_CHECKS } from '../../../sync/doctor/installation.ts';
import { PUBLIC_CHECKS } from '../../../sync/doctor/public.ts';
import { SITE_CHECKS } from '../../../sync/doctor/site.ts';

describe('the tables of checks', () => {
  it('have a question and a separate id for each', () => {
    const rows = [...SITE_CHECKS, ...INSTALLATION_CHECKS, ...PUBLIC_CHECKS];
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    for (const { question } of rows) assert.match(question, /\?$/);
  });

  it('give 100 points for the public side', () => {
    assert.equal(
      PUBLIC_CHECKS.reduce((sum, { points = 0 }) => sum + points, 0),
      100,
    );
  });
});

describe('runChecks', () => {
  const check = (id: string, run: Check<string>['run'], more: Partial<Check<string>> = {}): Check<string> => ({
    id,
    question: `${id}?`,
    points: 10,
    run,
    ...more,
  });

  it('scores the checks that apply, each by its share', async () => {
    const { findings, score } = await runChecks(
      [
        check('good', () => passed('Well')),
        check('half', () => [passed('One'), failed('Two', { check: 'half.two' })], { advice: (facts) => facts }),
        check('unseen', () => noted('Unknown', { share: 'none' })),
        check('absent', () => undefined),
        check('partly', () => noted('So so', { share: 0.25, advice: 'own' }), { advice: () => 'not this' }),
      ],
      'do it',
    );
    assert.deepEqual(findings, [
      { check: 'good', level: 'ok', message: 'Well' },
      { check: 'half', level: 'ok', message: 'One' },
      { check: 'half.two', level: 'problem', message: 'Two', advice: 'do it' },
      { check: 'unseen', level: 'note', message: 'Unknown' },
      { check: 'partly', level: 'note', message: 'So so', advice: 'own' },
    ]);
    assert.deepEqual(
      score.parts.map(({ id, points, of }) => [id, points, of]),
      [
        ['good', 10, 10],
        ['half', 5, 10],
        ['partly', 2.5, 10],
      ],
    );
    assert.equal(score.score, 58);
  });

  it('ends where a check says so, and counts the points behind it as lost', async () => {
    let calls = 0;
    const later = () => {
      calls += 1;
      return passed('Well');
    };
    const { findings, score } = await runChecks(
      [check('first', () => failed('Bad'), { endsIf: () => true }), check('later', later)],
      '',
    );
    assert.equal(calls, 0);
    assert.deepEqual(
      findings.map(({ check: id }) => id),
      ['first'],
    );
    assert.deepEqual([score.score, score.parts.length], [0, 2]);
  });
});
