import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigurationError, dataPaths, readSettings } from '../../shared/settings.ts';

const dir = mkdtempSync(join(tmpdir(), 'settings-'));
after(() => rmSync(dir, { recursive: true }));

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults;
  }
  return [];
}

describe('readSettings', () => {
  it('has a default for everything that a newcomer leaves out', () => {
    const settings = readSettings({});
    assert.equal(settings.SITE_URL, undefined);
    assert.equal(settings.HOST, '127.0.0.1');
    assert.equal(settings.PORT, 8080);
    assert.equal(settings.DATA_DIR, './data');
    assert.equal(settings.SYNC_SCHEDULE, '*/10 * * * *');
    assert.deepEqual(settings.SYNC_TYPES, ['pages']);
    assert.equal(settings.SYNC_REQUESTS_PER_SECOND, 2);
    assert.equal(settings.READ_PAGE_MAX_CHARS, 50_000);
    assert.equal(settings.LOG_LEVEL, 'info');
  });

  it('turns texts into what they mean', () => {
    const settings = readSettings({
      SITE_URL: 'https://casa.example/web/',
      PORT: '0',
      SYNC_TYPES: 'pages, posts,servicio',
      SYNC_REQUESTS_PER_SECOND: '0.5',
    });
    assert.equal(settings.SITE_URL, 'https://casa.example/web');
    assert.equal(settings.PORT, 0);
    assert.deepEqual(settings.SYNC_TYPES, ['pages', 'posts', 'servicio']);
    assert.equal(settings.SYNC_REQUESTS_PER_SECOND, 0.5);
  });

  it('takes a webhook over https, or http of this machine, with keys of Standard Webhooks', () => {
    const key = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
    const given = { CHANGES_WEBHOOK: 'https://bot.example/in?key=1', CHANGES_WEBHOOK_SECRET: `${key(32)},${key(24)}` };
    const { CHANGES_WEBHOOK: url, CHANGES_WEBHOOK_SECRET: keys } = readSettings(given);
    assert.deepEqual([url, keys.map(({ length }) => length)], [given.CHANGES_WEBHOOK, [32, 24]]);
    assert.deepEqual(faultsOf({ ...given, CHANGES_WEBHOOK: 'http://[::1]:9/x' }), []);
    for (const bad of ['http://bot.example/', 'http://10.0.0.1/', 'https://u:p@bot.example/', 'bot.example'])
      assert.match(faultsOf({ ...given, CHANGES_WEBHOOK: bad }).join(), /CHANGES_WEBHOOK: .*wants an https address/);
    for (const bad of [key(23), key(65), 'x'.repeat(40), key(32).slice(0, -2)]) {
      const faults = faultsOf({ ...given, CHANGES_WEBHOOK_SECRET: bad }).join();
      assert.match(faults, /CHANGES_WEBHOOK_SECRET: got \d+ characters, wants whsec_/);
      assert.ok(!faults.includes(bad));
    }
    assert.match(faultsOf({ CHANGES_WEBHOOK: given.CHANGES_WEBHOOK }).join(), /openssl rand/);
  });

  it('takes an index over https, and over http within private networks alone', () => {
    for (const url of ['https://cdn.example/index', 'http://127.0.0.1:9000/index']) {
      assert.equal(readSettings({ INDEX_URL: `${url}/` }).INDEX_URL, url);
    }
    const { publicKey } = generateKeyPairSync('ed25519');
    const INDEX_PUBLIC_KEY = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    assert.equal(readSettings({ INDEX_URL: 'http://origin/index', INDEX_PUBLIC_KEY }).INDEX_URL, 'http://origin/index');
    assert.match(faultsOf({ INDEX_URL: 'http://origin/index' }).join(), /wants https, or INDEX_PUBLIC_KEY/);
    assert.match(faultsOf({ INDEX_URL: 'http://cdn.example/index' }).join(), /INDEX_URL: .*http is for loopback/);
    assert.match(faultsOf({ INDEX_URL: 'https://cdn.example/index?key=1' }).join(), /INDEX_URL: .*without user, query/);
  });

  it('takes Ed25519 keys in PEM or on one line, several public ones, and never shows a private one', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = {
      own: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      known: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    };
    const line = (text: string) => text.split('\n')[1] ?? '';
    for (const text of [pem.own, line(pem.own)]) {
      assert.ok(readSettings({ INDEX_PRIVATE_KEY: text }).INDEX_PRIVATE_KEY?.equals(privateKey));
    }
    for (const text of [`${pem.known}${pem.known}`, `${line(pem.known)}, ${line(pem.known)}`]) {
      const keys = readSettings({ INDEX_PUBLIC_KEY: text }).INDEX_PUBLIC_KEY;
      assert.deepEqual(
        keys.map((key) => key.equals(publicKey)),
        [true, true],
      );
    }
    assert.deepEqual(readSettings({}).INDEX_PUBLIC_KEY, []);
    assert.deepEqual(faultsOf({ INDEX_PRIVATE_KEY: 'MC4CAQAwBQYDK2VwBCIEI' }), [
      'INDEX_PRIVATE_KEY: got 21 characters, wants a private Ed25519 key in PEM (PKCS #8), as openssl genpkey -algorithm ed25519 makes one',
    ]);
    const [fault = ''] = faultsOf({ INDEX_PUBLIC_KEY: pem.own });
    assert.match(fault, /^INDEX_PUBLIC_KEY: /);
    assert.ok(!fault.includes(line(pem.own)));
    assert.match(
      faultsOf({ INDEX_URL: 'https://a.example', INDEX_PRIVATE_KEY: pem.own }).join(),
      /leave it where sync runs/,
    );
  });

  it('counts an empty value as absent', () => {
    assert.equal(readSettings({ PORT: '', SITE_URL: '' }).PORT, 8080);
  });

  it('reports every fault at once, each with its name, what it got and what it wants', () => {
    const faults = faultsOf({ SITE_URL: 'casa.example', PORT: '70000', SYNC_TYPES: 'pages;posts', LOG_LEVEL: 'loud' });
    assert.deepEqual(faults, [
      'SITE_URL: got "casa.example", wants an http or https address without user, query or fragment, such as https://example.com',
      'PORT: got "70000", wants a whole number from 0 to 65535',
      'SYNC_TYPES: got "pages;posts", wants REST types separated by commas, such as pages,posts',
      'LOG_LEVEL: got "loud", wants fatal, error, warn, info, debug, trace or silent',
    ]);
  });

  it('wants an origin for PUBLIC_URL, and cron expressions for the schedules', () => {
    const [firstSchedule, secondSchedule, origin] = faultsOf({
      PUBLIC_URL: 'https://api.example/x',
      SYNC_SCHEDULE: 'often',
      SYNC_FULL_SCHEDULE: '99 * * * *',
    });
    assert.equal(
      origin,
      'PUBLIC_URL: got "https://api.example/x", wants an origin without a path, such as https://api.example',
    );
    assert.match(firstSchedule ?? '', /^SYNC_SCHEDULE: got "often", wants a cron expression such as .* \(.+\)$/);
    assert.match(secondSchedule ?? '', /^SYNC_FULL_SCHEDULE: got "99 \* \* \* \*", wants a cron expression/);
    assert.equal(readSettings({ PUBLIC_URL: 'https://API.example/' }).PUBLIC_URL, 'https://API.example');
  });

  it('takes no number that only looks like one', () => {
    for (const PORT of ['-1', '8080.5', '0x50', ' 80', '1e3', 'eighty']) {
      assert.deepEqual(faultsOf({ PORT }), [`PORT: got "${PORT}", wants a whole number from 0 to 65535`]);
    }
  });

  it('takes addresses and CIDR blocks of proxies, and nothing else', () => {
    const networks = '127.0.0.1, 10.0.0.0/8,fd00::/8,::1';
    assert.deepEqual(readSettings({ TRUST_PROXY: networks }).TRUST_PROXY, [
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
      '::1',
    ]);
    assert.deepEqual(readSettings({}).TRUST_PROXY, []);
    for (const wrong of [
      'loopback',
      '10.0.0.0/33',
      'fd00::/129',
      '10.0.0',
      '10.0.0.1,',
      '10.0.0.0/8/8',
      'fe80::1%eth0',
      'true',
    ]) {
      assert.match(
        faultsOf({ TRUST_PROXY: wrong })[0] ?? '',
        /^TRUST_PROXY: got .*, wants addresses or CIDR blocks/,
        wrong,
      );
    }
  });

  it('takes a shared secret that nobody finds by trying, and never repeats one', () => {
    assert.equal(readSettings({ GATEWAY_SECRET: 'k'.repeat(32) }).GATEWAY_SECRET, 'k'.repeat(32));
    assert.deepEqual(faultsOf({ GATEWAY_SECRET: 'short' }), [
      'GATEWAY_SECRET: got 5 characters, wants 32 to 200 characters of ASCII without blanks',
    ]);
    assert.match(faultsOf({ GATEWAY_SECRET: `${'k'.repeat(40)} ${'k'.repeat(40)}` })[0] ?? '', /got 81 characters/);
  });

  it('takes the dates of a withdrawal that gives at least 90 days', () => {
    const settings = readSettings({ API_DEPRECATION: '2027-01-01', API_SUNSET: '2027-04-01T00:00:00Z' });
    assert.deepEqual(settings.API_DEPRECATION, new Date('2027-01-01T00:00:00Z'));
    assert.deepEqual(faultsOf({ API_DEPRECATION: '2027-01-01' }), [
      'API_SUNSET: got nothing, wants when v1 ends, 2027-04-01T00:00:00.000Z or later: API_DEPRECATION needs both',
    ]);
    assert.deepEqual(faultsOf({ API_DEPRECATION: '2027-01-01', API_SUNSET: '2027-03-31' }), [
      'API_SUNSET: got 2027-03-31T00:00:00.000Z, wants at least 90 days after API_DEPRECATION: 2027-04-01T00:00:00.000Z or later',
    ]);
    assert.match(faultsOf({ API_SUNSET: '2027-04-01' })[0] ?? '', /without API_DEPRECATION/);
    for (const wrong of ['yes', '2027-13-01', '1 Jan 2027', '@1798761600']) {
      assert.match(
        faultsOf({ API_DEPRECATION: wrong })[0] ?? '',
        /^API_DEPRECATION: got .*, wants a date such as/,
        wrong,
      );
    }
    assert.match(faultsOf({ API_DEPRECATION_URL: 'javascript:x' })[0] ?? '', /^API_DEPRECATION_URL/);
  });

  it('refuses the media library as a type of pages', () => {
    for (const SYNC_TYPES of ['media', 'pages, media', 'attachment']) {
      const [fault = ''] = faultsOf({ SYNC_TYPES });
      assert.match(fault, /^SYNC_TYPES: got ".*", wants types of pages: .*files of the media library, not pages/);
    }
  });

  it('repeats no password in a fault', () => {
    const [fault = ''] = faultsOf({ SITE_URL: 'https://ana:s3creto@casa.example' });
    assert.match(fault, /^SITE_URL: got "https:\/\/…@casa\.example", wants/);
  });

  it('wants a long secret, and repeats none in a fault', () => {
    const fault = (length: number) => [
      `REFRESH_SECRET: got ${length} characters, wants 32 to 200 characters of ASCII without blanks`,
    ];
    assert.deepEqual(faultsOf({ REFRESH_SECRET: 'short' }), fault(5));
    assert.match(faultsOf({ REFRESH_SECRET: 'x' })[0] ?? '', /: got 1 character, wants/);
    assert.deepEqual(faultsOf({ REFRESH_SECRET: `${'x'.repeat(40)} y` }), fault(42));
    assert.equal(readSettings({ REFRESH_SECRET: 'x'.repeat(32) }).REFRESH_SECRET, 'x'.repeat(32));
  });

  it('wants the password that goes with a login', () => {
    assert.deepEqual(faultsOf({ SYNC_USER: 'ana' }), [
      'SYNC_APP_PASSWORD: got nothing, wants the application password of SYNC_USER',
    ]);
  });

  it('takes a store that servers share by its addresses, and never repeats its password', () => {
    const cluster = 'rediss://ana:p%2C@a.example:6380, rediss://ana:p%2C@[::1]/0';
    assert.deepEqual(readSettings({ STATE_URL: cluster }).STATE_URL, [
      'rediss://ana:p%2C@a.example:6380',
      'rediss://ana:p%2C@[::1]/0',
    ]);
    assert.equal(readSettings({}).STATE_URL, undefined);
    const wrong = [
      'http://:hidden@store',
      'redis://',
      'redis://:hidden@store:99999',
      'redis://:hid/den@store',
      'redis://:hid,den@store',
      'redis://:hid%den@store',
      'redis://:hidden@store/one',
      'redis://:hidden@store?db=1',
      'redis://:hidden@a,rediss://:hidden@b',
      'redis://:hidden@a,',
    ];
    for (const url of wrong) {
      const [fault = ''] = faultsOf({ STATE_URL: url });
      assert.match(fault, /^STATE_URL: got "[^"]*", wants redis:\/\/host:6379 or rediss:/, url);
      assert.doesNotMatch(fault, /hid/);
    }
  });

  it('reads a value from the file that NAME_FILE names', () => {
    const file = join(dir, 'password');
    writeFileSync(file, 'abcd efgh\n');
    const settings = readSettings({ SYNC_USER: 'ana', SYNC_APP_PASSWORD_FILE: file });
    assert.equal(settings.SYNC_APP_PASSWORD, 'abcd efgh');
  });

  it('refuses an empty file, and keys that are none: whoever asks for signatures gets them', () => {
    const empty = join(dir, 'empty');
    writeFileSync(empty, '\n');
    assert.deepEqual(faultsOf({ INDEX_PUBLIC_KEY_FILE: empty }), [
      `INDEX_PUBLIC_KEY_FILE: got ${JSON.stringify(empty)}, which is empty`,
    ]);
    for (const none of [',', ' '])
      assert.deepEqual(faultsOf({ INDEX_PUBLIC_KEY: none }), [
        'INDEX_PUBLIC_KEY: got 1 character, wants at least one public Ed25519 key',
      ]);
  });

  it('refuses a value and its file together, and a file that is not there', () => {
    const missing = join(dir, 'missing');
    assert.deepEqual(faultsOf({ PORT: '80', PORT_FILE: missing }), [
      `PORT_FILE: got ${JSON.stringify(missing)}, but PORT is set too; wants only one of them`,
    ]);
    assert.deepEqual(faultsOf({ PORT_FILE: missing }), [
      `PORT_FILE: got ${JSON.stringify(missing)}, wants a readable file (ENOENT)`,
    ]);
  });
});

describe('dataPaths', () => {
  it('is absolute, whatever the working directory later is', () => {
    const paths = dataPaths({ DATA_DIR: './data' });
    for (const path of Object.values(paths)) assert.ok(isAbsolute(path), path);
    assert.equal(paths.mirror, join(paths.dir, 'mirror.db'));
  });
});
