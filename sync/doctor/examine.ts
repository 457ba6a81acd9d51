import { stateLocation } from '../../db/state/open.ts';
import { misnamedSettings, misnamedText, type MisnamedSetting } from '../../shared/env-names.ts';
import { publicAddress } from '../../shared/public-paths.ts';
import { dataPaths, type Settings } from '../../shared/settings.ts';
import { readWellKnownFiles } from '../../shared/well-known-files.ts';
import { startDemoSite } from '../demo/site.ts';
import { siteFileOf, syncConfig, type SyncConfig } from '../config.ts';
import { writeScoreNote } from '../service/report/notes.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { found, type Finding, type Section } from './finding.ts';
import { examineInstallation } from './installation.ts';
import { examinePublic } from './public.ts';
import { examineSite } from './site.ts';

/** Returns the public address of the service, and its address on this machine. */
export function addressesOf(settings: Settings) {
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${settings.PORT}`;
  return { origin: publicAddress(settings), local };
}

/** Checks the public side of a site from outside, and stores its score for `npm run status`. */
export async function examineFromOutside(settings: Settings, signal: AbortSignal): Promise<Section[]> {
  const { dir } = dataPaths(settings);
  const { origin, local } = addressesOf(settings);
  const { findings, score } = await examinePublic({
    origin,
    local,
    trustProxy: settings.TRUST_PROXY,
    trustsGateway: settings.GATEWAY_SECRET !== undefined,
    files: await readWellKnownFiles(dir),
    signal,
  });
  writeScoreNote(dir, { score: score.score, origin, checked_at: new Date().toISOString() });
  return [{ title: `Public side: ${origin}`, findings, score }];
}

/** Checks an installation, and the site that it reads. */
export async function examineFromInside(settings: Settings, signal: AbortSignal): Promise<Section[]> {
  const config = syncConfig(settings);
  const now = () => new Date();
  const findings = await examineInstallation({
    ...config,
    state: stateLocation(settings),
    siteFile: siteFileOf(config),
    follows: settings.INDEX_URL,
    delivers: config.onPublish !== undefined,
    publicKeys: settings.INDEX_PUBLIC_KEY,
    takesMessages: settings.REFRESH_SECRET !== undefined,
    nodeVersion: process.versions.node,
    now,
  });
  const installation: Section = {
    title: `Installation: ${config.dataDir}`,
    findings: [found('settings', 'valid'), ...judgeEnvFile(misnamedSettings()), ...findings],
  };
  // Another installation reads the site.
  if (settings.INDEX_URL !== undefined) return [installation];
  await using demo = config.siteUrl === undefined ? await startDemoSite() : undefined;
  const siteUrl = config.siteUrl ?? demo?.url ?? '';
  const site = await examineSite({ ...config, siteUrl, language: languageOf(config), now, signal });
  const title = config.siteUrl === undefined ? 'Site: the embedded demo (SITE_URL is not set)' : `Site: ${siteUrl}`;
  return [installation, { title, findings: site }];
}

/** Reports invalid names in `.env`. */
export function judgeEnvFile(misnamed: readonly MisnamedSetting[]): Finding[] {
  return misnamed.map((one) => {
    const { nearest = '' } = one;
    return found('settings.env_file', nearest === '' ? 'unknown' : 'near', { text: misnamedText(one), nearest });
  });
}

// Language of the site file; its faults are already among the findings.
function languageOf(config: SyncConfig): string | undefined {
  try {
    return readSiteConfig(siteFileOf(config)).language;
  } catch {
    return undefined;
  }
}
