import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Finding } from '../../../sync/doctor/finding.ts';
import { examinePublic } from '../../../sync/doctor/public.ts';
import { runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page, sampleContent } from '../../helpers/sample-index.ts';
import { html, startFront, type Front } from './front.ts';

const LINK =
  '</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel="service-desc", ' +
  '</agents.md>; rel="service-doc", </>; rel="alternate"; type="text/markdown"';

/** Differences of a web server from the examples in deploy/. */
type Faults = {
  readonly link?: string;
  readonly vary?: string;
  readonly compressed?: boolean;
  readonly everyoneGets?: 'text/html' | 'text/markdown';
  readonly wellKnownFor?: 'service';
  readonly robots?: string;
  /** Status of a page that does not exist. */
  readonly absentPage?: number;
};

describe('examinePublic of a site with pages', () => {
  let front: Awaited<ReturnType<typeof startFront>>;
  let server: RunningServer;
  let visitors = 0;

  before(async () => {
    front = await startFront();
    const site = { ...sampleContent().site, home: front.url, hosts: [new URL(front.url).host] };
    const pages = [page(1, '/', 'Inicio', 'Texto.', { url: `${front.url}/` })];
    server = await runServer({ env: { PUBLIC_URL: front.url }, content: { site, pages, aliases: [] } });
    front.serve(server.url);
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    await front[Symbol.asyncDispose]();
  });

  /** WordPress with a web server in front that sends the service's addresses on. */
  const wordpress = (faults: Faults): Front => {
    const { link = LINK, vary = 'Accept', compressed = true, everyoneGets, wellKnownFor, robots, absentPage } = faults;
    const sendHtml = (outgoing: ServerResponse) => {
      const headers = { 'content-type': 'text/html', link, vary, ...(compressed && { 'content-encoding': 'gzip' }) };
      const text = '<!DOCTYPE html><html>wp-content</html>';
      outgoing.writeHead(200, headers).end(compressed ? gzipSync(text) : text);
      return true;
    };
    const wants = ({ url = '', headers }: IncomingMessage) =>
      everyoneGets ?? (url.endsWith('.md') || headers.accept === 'text/markdown' ? 'text/markdown' : 'text/html');
    // Each examination from an address of its own: together they are more than the quota of a minute.
    visitors += 1;
    const visitor = `198.51.100.${visitors}`;
    return (incoming, outgoing, headers) => {
      headers['x-forwarded-for'] = visitor;
      const { url = '' } = incoming;
      if (url === '/robots.txt') {
        outgoing
          .writeHead(200, { 'content-type': 'text/plain' })
          .end(robots ?? `Agentmap: ${front.url}/.well-known/ard.json`);
        return true;
      }
      if (url.startsWith('/.well-known/content-service-doctor') && wellKnownFor === undefined) {
        outgoing.writeHead(404, { 'content-type': 'text/html' }).end('<html>wp-content</html>');
        return true;
      }
      if (url.startsWith('/content-service-doctor') && absentPage !== undefined)
        return html(outgoing, absentPage, 'wp-content');
      if (url !== '/' && url !== '/index.md') return false;
      if (wants(incoming) === 'text/html') return sendHtml(outgoing);
      headers['accept'] = 'text/markdown';
      return false;
    };
  };

  async function examine(faults: Faults, files = new Map()) {
    front.behave(wordpress(faults));
    const { signal } = new AbortController();
    const about = { origin: front.url, local: server.url, trustProxy: ['127.0.0.1'], trustsGateway: true, files };
    return (await examinePublic({ ...about, signal })).findings;
  }
  const unwell = (findings: readonly Finding[]) =>
    findings
      .filter(({ level, check }) => level !== 'ok' && check !== 'public.https')
      .map(({ level, check }) => `${level} ${check}`);
  const adviceOf = (findings: readonly Finding[], name: string) =>
    findings.find(({ check }) => check === name)?.advice ?? '';

  it('finds nothing amiss where the examples are followed', async () => {
    const findings = await examine({});
    assert.deepEqual(unwell(findings), []);
    assert.ok(findings.some(({ check }) => check === 'public.markdown'));
  });

  it('sees pages without links to the API, and says what to paste', async () => {
    const findings = await examine({ link: '<https://x/wp-json/>; rel="https://api.w.org/"', vary: 'Accept-Encoding' });
    assert.deepEqual(unwell(findings), ['note public.links', 'note public.markdown_mixed']);
    assert.match(adviceOf(findings, 'public.links'), /nginx: .*add_header.*\nApache: part 3/);
  });

  it('sees that nobody gets Markdown', async () => {
    const findings = await examine({ everyoneGets: 'text/html' });
    assert.deepEqual(unwell(findings), ['note public.markdown', 'note public.markdown_file']);
    assert.match(adviceOf(findings, 'public.markdown'), /\$wants_markdown/);
  });

  it('sees that browsers get Markdown', async () => {
    assert.ok(unwell(await examine({ everyoneGets: 'text/markdown' })).includes('problem public.markdown_mixed'));
  });

  it('sees HTML that is not compressed, and a robots.txt without a word for agents', async () => {
    const findings = await examine({ compressed: false, robots: 'User-agent: *' });
    assert.deepEqual(unwell(findings), ['note public.robots', 'note public.compression']);
    assert.equal(adviceOf(findings, 'public.robots'), `add the line: Agentmap: ${front.url}/.well-known/ard.json`);
  });

  it('sees a robots.txt that excludes assistants, and pages that never end', async () => {
    const robots = `Agentmap: ${front.url}/.well-known/ard.json\nUser-agent: ChatGPT-User\nDisallow: /`;
    const findings = await examine({ robots, absentPage: 200 });
    assert.deepEqual(unwell(findings), ['note public.robots_agents', 'note public.absent_page']);
    assert.match(adviceOf(findings, 'public.robots_agents'), /Disallow lines/);
  });

  it('sees that all of /.well-known/ ends at the service', async () => {
    assert.deepEqual(unwell(await examine({ wellKnownFor: 'service' })), ['note public.well_known']);
  });

  it('sees a file of the owner that does not arrive', async () => {
    const findings = await examine(
      {},
      new Map([['mcp-registry-auth', { body: Buffer.from('key'), type: 'text/plain' }]]),
    );
    assert.deepEqual(unwell(findings), ['problem public.address./.well-known/mcp-registry-auth']);
  });
});

describe('examinePublic of a site in a folder', () => {
  it('asks for a page of that site, and for none of the site beside it', async () => {
    await using front = await startFront();
    const site = { ...sampleContent().site, home: `${front.url}/blog`, hosts: [new URL(front.url).host] };
    const pages = [page(1, '/', 'Inicio', 'Texto.', { url: `${front.url}/blog/` })];
    await using server = await runServer({ env: { PUBLIC_URL: front.url }, content: { site, pages, aliases: [] } });
    front.serve(server.url);
    front.behave(({ url }, outgoing) => (url === '/' ? html(outgoing, 200, 'Another site') : undefined));
    const { signal } = new AbortController();
    const about = {
      origin: front.url,
      local: server.url,
      trustProxy: ['127.0.0.1'],
      trustsGateway: true,
      files: new Map(),
    };
    const { findings } = await examinePublic({ ...about, signal });
    const { level, message } = findings.find(({ check }) => check === 'public.markdown') ?? {};
    assert.equal(level, 'ok');
    assert.match(message ?? '', /^\/blog\/ /);
  });
});
