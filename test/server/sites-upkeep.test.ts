import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { openState, openStates } from '../../db/state/open.ts';
import { serverConfig } from '../../server/config.ts';
import type { Member } from '../../server/sites/registry.ts';
import { keepStatesTidy } from '../../server/state-upkeep.ts';
import { createLog } from '../../shared/log.ts';
import { readSettings, SITE_NAME } from '../../shared/settings.ts';
import { readSite, siteEnvironment } from '../../shared/sites/site.ts';
import { movedClock } from '../helpers/moved-clock.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';

const memberIn = (dir: string, name: string): Member => ({
  name,
  config: serverConfig(readSettings({ DATA_DIR: join(dir, name), [SITE_NAME]: name })),
});

describe('keepStatesTidy', () => {
  it('removes days that are over also where nobody ever registered, and makes no file', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    await using data = await temporaryDataDir();
    const dir = join(data.dir, 'one');
    await mkdir(dir);
    await writeFile(join(dir, 'site.yaml'), 'site_url: https://one.example\n');
    const config = serverConfig(readSettings(siteEnvironment(readSite(data.dir, 'one', {}), {})));
    const clock = movedClock();
    await using states = openStates({ ...config.state, now: clock.now });
    await using state = states.of(config.state);
    await state.ledger.add('2001-01-01', new Map([['["read","/"]', 1]]), 1);
    const lines: string[] = [];
    const log = createLog({ name: 'test', level: 'info' }, { write: (line) => lines.push(line) });
    await using _tidy = keepStatesTidy({
      members: () => [{ name: 'one', config }],
      states,
      log,
      sources: clock.sources,
    });
    clock.advance(3600);
    t.mock.timers.tick(60_000);
    while ((await state.ledger.days()).length > 0) await nextTurn();
    assert.deepEqual(
      readdirSync(dir).filter((name) => name.startsWith('state')),
      [],
    );
    assert.deepEqual(lines, []);
  });

  it('has each site in its turn within sixty, however many there are', async () => {
    await using data = await temporaryDataDir();
    const { sources, advance } = movedClock();
    await using states = openStates({ now: sources.now });
    const members = Array.from({ length: 1000 }, (_, at) => memberIn(data.dir, `sitio${at}`));
    let turns = 0;
    const turnsAtRound: number[] = [];
    await using _upkeep = keepStatesTidy({
      members: () => {
        turnsAtRound.push(turns);
        return members;
      },
      states,
      log: createLog({ name: 'test', level: 'silent' }),
      // Asked once in each turn, as none of these sites has a state.
      sources: { now: sources.now, monotonicNow: () => ((turns += 0.5), sources.monotonicNow()) },
      everyMs: 1,
    });
    advance(600);
    while (turnsAtRound.length < 2) await wait(5);
    const [first = 0, second = 0] = turnsAtRound;
    assert.ok(second - first <= 60, `${second - first} turns`);
  });

  it('removes what is past its lifetime, moves a damaged state aside, and tells of a site it cannot tidy', async () => {
    await using data = await temporaryDataDir();
    const { sources, advance } = movedClock();
    const members = ['sana', 'rota', 'ajena'].map((name) => memberIn(data.dir, name));
    for (const { name } of members) await mkdir(join(data.dir, name));
    const [sound] = members;
    assert.ok(sound);
    await using state = openState({ ...sound.config.state, now: sources.now });
    assert.equal(await state.clients.count(), 0);
    await state.ledger.add('2026-01-31', new Map([['cuenta', 1]]), 30);
    await writeFile(join(data.dir, 'rota/state.db'), 'no database at all'.repeat(500));
    await mkdir(join(data.dir, 'ajena/state.db'));
    const lines: { site: string; msg: string }[] = [];
    await using states = openStates({ now: sources.now });
    await using _upkeep = keepStatesTidy({
      members: () => members,
      states,
      log: createLog({ name: 'test', level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }),
      sources,
      everyMs: 1,
    });
    advance(600);
    const messageAbout = (site: string) => lines.find((line) => line.site === site)?.msg;
    while (messageAbout('ajena') === undefined || messageAbout('rota') === undefined) await wait(5);
    assert.equal(messageAbout('ajena'), 'server.state.purge.failed');
    assert.equal(messageAbout('rota'), 'server.state.damaged');
    while ((await state.ledger.days()).length > 0) await wait(5);
    assert.equal(messageAbout('sana'), undefined);
  });
});
