import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextPace, type ProbeOutcome, type ProbePace } from '../../../sync/service/prober.ts';

const USUAL: ProbePace = { seconds: 15, why: undefined };
const QUICK: ProbeOutcome = { kind: 'answered', milliseconds: 120 };

/** The pace after several probes, of which each ends so. */
const after = (...outcomes: readonly ProbeOutcome[]) =>
  outcomes.reduce((pace: ProbePace, outcome) => nextPace(pace, outcome, 15), USUAL);

describe('nextPace', () => {
  it('stays at what the settings say while the site answers quickly', () => {
    assert.deepEqual(after(QUICK, QUICK), USUAL);
  });

  it('keeps a slow site busy for a twentieth of the time at most', () => {
    const { seconds, why } = after({ kind: 'answered', milliseconds: 4000 });
    assert.deepEqual([seconds, why], [80, 'the site takes 4.0 s to respond']);
  });

  it('doubles while a cache answers, up to ten minutes, and says which', () => {
    const cached: ProbeOutcome = { kind: 'cached', by: 'Varnish' };
    assert.equal(after(cached).seconds, 30);
    const { seconds, why } = after(...Array.from({ length: 20 }, () => cached));
    assert.deepEqual([seconds, why], [600, 'Varnish answers instead of WordPress, and hides changes']);
  });

  it('waits as long as the site asks for, and gives its reason', () => {
    const busy: ProbeOutcome = { kind: 'failed', why: 'The site answered 429', wait: 3600 };
    assert.deepEqual(after(busy), { seconds: 3600, why: 'The site answered 429' });
  });

  it('comes back step by step when the site answers again', () => {
    const failed: ProbeOutcome = { kind: 'failed', why: 'The connection was refused', wait: 0 };
    const paces = [after(failed, failed), after(failed, failed, QUICK), after(failed, failed, QUICK, QUICK)];
    assert.deepEqual(
      paces.map(({ seconds, why }) => [seconds, why]),
      [
        [60, 'The connection was refused'],
        [30, 'The connection was refused'],
        [15, undefined],
      ],
    );
  });
});
