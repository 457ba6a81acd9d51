import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from './fault-proxy.ts';

const run = promisify(execFile);

type Wish = {
  /** subjectAltName: `IP:127.0.0.1`, `DNS:example.com`. */
  readonly names: string;
  /** From and to, as OpenSSL writes days: `20250101000000Z`. */
  readonly valid?: readonly [from: string, to: string];
  /** Signed by itself, not by the authority. */
  readonly selfSigned?: boolean;
};

/** An authority of certificates of its own, made with the `openssl` command. */
export async function createAuthority() {
  const dir = await mkdtemp(join(tmpdir(), 'authority-'));
  const file = (name: string) => join(dir, name);
  const openssl = (...args: readonly string[]) => run('openssl', args, { cwd: dir });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc'] as const;
  const about = ['-days', '2', '-subj', '/CN=Test authority', '-addext', 'basicConstraints=critical,CA:TRUE'];
  await openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', ...about);
  await writeFile(file('index.txt'), '');
  await writeFile(
    file('ca.cnf'),
    `[ca]\ndefault_ca=own\n[own]\nnew_certs_dir=${dir}\ndatabase=${file('index.txt')}\nrand_serial=yes\ndefault_md=sha256\n` +
      'policy=any\ncopy_extensions=copy\nunique_subject=no\ndefault_days=2\n[any]\ncommonName=supplied\n',
  );
  let count = 0;

  /** A new certificate. */
  async function issue({ names, valid, selfSigned = false }: Wish): Promise<Certificate> {
    const name = `site-${(count += 1)}`;
    const [key, request, cert] = [`${name}.key`, `${name}.csr`, `${name}.pem`];
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`];
    if (selfSigned) await openssl('req', '-x509', ...newKey, '-keyout', key, '-out', cert, '-days', '2', ...subject);
    else {
      await openssl('req', ...newKey, '-keyout', key, '-out', request, ...subject);
      const dates = valid ? ['-startdate', valid[0], '-enddate', valid[1]] : [];
      const by = ['-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key'];
      await openssl('ca', '-batch', '-notext', ...by, ...dates, '-in', request, '-out', cert);
    }
    return { key: await readFile(file(key), 'utf8'), cert: await readFile(file(cert), 'utf8') };
  }

  return {
    /** Its own certificate: who trusts this file trusts what it issues. */
    file: file('ca.pem'),
    issue,
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
