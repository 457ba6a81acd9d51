import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LIST_CHECKS } from '../../../sync/doctor/examine.ts';
import { found, runChecks } from '../../../sync/doctor/finding.ts';
import { INSTALLATION_CHECKS } from '../../../sync/doctor/installation.ts';
import { PUBLIC_CHECKS } from '../../../sync/doctor/public.ts';
import { SITE_CHECKS } from '../../../sync/doctor/site.ts';
import { FIXES } from '../../../sync/doctor/finding.ts';
import CHECKS from '../../../sync/doctor/words/checks.json' with { type: 'json' };
import FINDINGS from '../../../sync/doctor/words/findings.json' with { type: 'json' };
import { failed, noted, passed } from '../../helpers/findings.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the tables of checks', () => {
  const tables = [SITE_CHECKS, INSTALLATION_CHECKS, PUBLIC_CHECKS, LIST_CHECKS].map((table) => Object.keys(table));

  it('have a question for each check, and no question without a check', () => {
    assert.deepEqual(tables.flat(), Object.keys(CHECKS));
    for (const { question } of Object.values(CHECKS)) assert.match(question, /\?$/);
  });

  it('give 100 points for the public side, and none for the rest', () => {
    const scored = Object.entries(CHECKS).flatMap(([id, check]) => ('points' in check ? [{ id, ...check }] : []));
    assert.deepEqual(
      scored.filter(({ id }) => !(id in PUBLIC_CHECKS)),
      [],
    );
    assert.equal(
      scored.reduce((sum, { points }) => sum + points, 0),
      100,
    );
  });
});

/** The calls of `found` in the sources, whole, with the check that each names. */
function* callsOfFound(): Generator<{ readonly check: string; readonly call: string; readonly source: string }> {
  for (const file of globSync('sync/doctor/**/*.ts', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const { index, 1: first = '' } of source.matchAll(/\bfound\(([^,]+),/g)) {
      let [at, depth] = [index + 'found('.length, 1];
      for (; depth > 0; at++) depth += Number(source[at] === '(') - Number(source[at] === ')');
      for (const [, check = ''] of first.matchAll(/'([\w.]+)'/g))
        yield { check, call: source.slice(index, at), source };
    }
  }
}

describe('the catalogue of findings', () => {
  const calls = [...callsOfFound()];

  for (const [check, outcomes] of Object.entries(FINDINGS)) {
    it(`has only outcomes that the doctor uses, with values for their placeholders: ${check}`, () => {
      const own = calls.filter((one) => one.check === check);
      for (const [outcome, texts] of Object.entries(outcomes)) {
        const using = own.filter(({ call, source }) =>
          (/^found\([^,]+, outcome\b/.test(call) ? source : call).includes(`'${outcome}'`),
        );
        assert.ok(using.length > 0, outcome);
        if ('fix' in texts) assert.ok(String(texts.fix) in FIXES, outcome);
        const text = JSON.stringify(texts) + ('fix' in texts ? '{path}' : '');
        const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
        for (const { call, source } of using) {
          const values = /\bvalues\b/.test(call) ? source : call;
          assert.deepEqual(
            names.filter((name) => !new RegExp(`\\b${name}\\b`).test(values)),
            [],
            call,
          );
        }
      }
    });
  }

  it('makes findings: level, filled message and advice', () => {
    assert.deepEqual(found('site.redirect', 'moved', { base: 'a', end: 'b', address: 'c' }), {
      check: 'site.redirect',
      level: 'note',
      message: 'a redirects to b',
      advice: 'set SITE_URL=c',
    });
    const replaced = found('site.clock', 'absent', {}, { check: 'own', level: 'problem', advice: 'act' });
    assert.deepEqual(replaced, {
      check: 'own',
      level: 'problem',
      message: 'The site sends no Date header',
      advice: 'act',
    });
  });
});

describe('runChecks', () => {
  it('scores the checks that apply, each by its share', async () => {
    const { findings, score } = await runChecks(
      {
        'public.page': () => passed('Unscored'),
        'public.links': () => passed('Well'),
        'public.markdown': () => [passed('One'), failed('Two', { check: 'half.two' })],
        'public.cache': () => noted('Unknown', { share: null }),
        'public.robots': () => undefined,
        'public.robots_agents': () => noted('So so', { share: 0.25, advice: 'own' }),
      },
      '',
    );
    assert.deepEqual(findings, [
      { check: 'public.page', level: 'ok', message: 'Unscored' },
      { check: 'public.links', level: 'ok', message: 'Well' },
      { check: 'public.markdown', level: 'ok', message: 'One' },
      { check: 'half.two', level: 'problem', message: 'Two' },
      { check: 'public.cache', level: 'note', message: 'Unknown' },
      { check: 'public.robots_agents', level: 'note', message: 'So so', advice: 'own' },
    ]);
    assert.deepEqual(
      score.parts.map(({ id, points, of }) => [id, points, of]),
      [
        ['public.links', 5, 5],
        ['public.markdown', 2.5, 5],
        ['public.robots_agents', 1, 4],
      ],
    );
    assert.equal(score.score, 61);
  });

  it('ends where a check says so, and counts the points behind it as lost', async () => {
    let calls = 0;
    const later = () => {
      calls += 1;
      return passed('Well');
    };
    const { findings, score } = await runChecks(
      { 'public.api': () => failed('Bad', { isLast: true }), 'public.cache': later },
      '',
    );
    assert.equal(calls, 0);
    assert.deepEqual(
      findings.map(({ check: id }) => id),
      ['public.api'],
    );
    assert.deepEqual([score.score, score.parts.length], [0, 2]);
  });
});
