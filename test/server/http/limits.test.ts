import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { affordable, LIMITS } from '../../../server/http/limits.ts';

const deploy = (file: string) => readFileSync(join(import.meta.dirname, '../../../deploy', file), 'utf8');
const numbers = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));

describe('LIMITS', () => {
  it('keeps a connection longer than either web server in front keeps its own', () => {
    const nginx = numbers(deploy('nginx.conf'), /keepalive_timeout (\d+)s;/g);
    const apache = numbers(deploy('apache.conf'), /^\s*ProxyPass.* ttl=(\d+)/gm);
    assert.equal(nginx.length, 1);
    assert.equal(apache.length, numbers(deploy('apache.conf'), /^\s*ProxyPass.*:(8080)/gm).length);
    for (const seconds of [...nginx, ...apache]) assert.ok(seconds * 1000 < LIMITS.keepAliveTimeout);
  });

  it('takes fewer connections than the system gives it files', () => {
    const [files = 0] = numbers(deploy('content-service.service'), /LimitNOFILE=(\d+)/g);
    assert.equal(affordable(files).maxConnections, LIMITS.maxConnections);
    assert.equal(affordable(Infinity).maxConnections, LIMITS.maxConnections);
    assert.equal(affordable(1024).maxConnections, 768);
    assert.equal(affordable(64).maxConnections, 16);
  });
});
