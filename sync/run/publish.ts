import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { messageOf } from '../../shared/errors.ts';
import { checksumOf, INDEX_SCHEMA_VERSION, type Generations, type Pointer } from '../../db/index/generations.ts';
import { buildIndex, verifyIndex } from '../../db/index/builder.ts';
import type { Mirror } from '../../db/mirror/mirror.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Page, Site } from '../../shared/page.ts';
import { createPlaces } from '../../shared/places.ts';
import { buildCompany } from '../company/company.ts';
import { contactLinksIn } from '../company/text-links.ts';
import type { SiteEvidence } from '../company/evidence.ts';
import type { OnRunEvent, PublishReason } from './events.ts';
import { chooseVocabulary, type ChosenVocabulary } from '../vocabulary/choose.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import type { Stamps } from './stamps.ts';
import { SyncError } from './sync-error.ts';

type Collaborators = {
  readonly mirror: Mirror;
  readonly generations: Generations;
  readonly config: SiteConfig;
  readonly now: () => Date;
  readonly stamps: Stamps;
  readonly report: OnRunEvent;
  /** Called again and again during work that lets nothing else run; stops it by throwing. */
  readonly checkpoint: () => void;
};

/** The content of a new generation, but for its pages. */
type Edition = {
  readonly site: Site;
  readonly company: CompanyInfo;
  readonly chosen: ChosenVocabulary;
  readonly counts: Readonly<Record<string, number>>;
  readonly pages: number;
  readonly fingerprint: string;
};

/** Makes index generations out of the mirror and the rules of the site file. */
export function createPublisher({ mirror, generations, config, now, stamps, report, checkpoint }: Collaborators) {
  const places = createPlaces(config.cities);

  function* pages(): Generator<Page> {
    for (const { hash: _hash, seenLink: _link, seenModified: _modified, ...page } of mirror.publishable()) {
      checkpoint();
      yield { ...page, ...places.locate(page.path) };
    }
  }

  /** Reads the mirror once: company data, counts, and a digest of everything that readers could tell apart. */
  function compose(): Edition {
    const found = mirror.fact('site') as Site;
    // A theme may say another language than the site is written in: then site.yaml has the last word.
    const site: Site = { ...found, language: config.language ?? found.language };
    const main = primaryLanguage(site.language);
    const digest = createHash('sha256');
    const counts: Record<string, number> = {};
    const facts: Pick<Page, 'title' | 'url' | 'path' | 'city' | 'family'>[] = [];
    const links: string[] = [];
    let published = 0;
    for (const page of mirror.publishable()) {
      checkpoint();
      const { id, type, title, url, path, hash } = page;
      const { city, family } = places.locate(path);
      // What the company is called and offers is said once, in the main language.
      if (primaryLanguage(page.language) === main) {
        facts.push({ title, url, path, city, family });
        links.push(...contactLinksIn(page.markdown));
      }
      published += 1;
      digest.update(JSON.stringify([id, type, path, hash, city, family]));
      for (const key of [`type:${type}`, `city:${city}`]) counts[key] = (counts[key] ?? 0) + 1;
    }
    const company = buildCompany({
      site,
      config,
      pages: facts,
      evidence: mirror.fact('company_evidence') as SiteEvidence | undefined,
      contactLinks: links,
      hiddenLinks: [...mirror.skipped().values()].map(({ seenLink }) => seenLink),
    });
    const titles = facts.map(({ title }) => title);
    const chosen = chooseVocabulary({ asked: config.vocabulary, language: main, titles });
    const { cities, synonyms, addressQuotas } = config;
    const rules = [INDEX_SCHEMA_VERSION, site, company, cities, synonyms, chosen, addressQuotas, mirror.aliases()];
    digest.update(JSON.stringify(rules));
    return { site, company, chosen, counts, pages: published, fingerprint: digest.digest('hex') };
  }

  /** The reason for a new generation; `undefined` when the newest one is what readers should see. */
  async function reasonToPublish(edition: Edition): Promise<PublishReason | undefined> {
    const live = await generations.current().catch(() => undefined);
    if (!live || live.schema_version !== INDEX_SCHEMA_VERSION) return 'there is no index that can be read';
    if (!(await isIntact(live))) return 'the index is damaged';
    // The newest one is not the live one after a rollback, which stands until something changes.
    const [newest] = await generations.published();
    if (newest?.indexer !== stamps.indexer) return 'the indexer has changed';
    return newest.fingerprint === edition.fingerprint ? undefined : 'the content has changed';
  }

  /** True when a generation's file has the checksum that was published: disks forget, and servers refuse damage. */
  async function isIntact(pointer: Pointer): Promise<boolean> {
    return (await checksumOf(generations.pathOf(pointer)).catch(() => undefined)) === pointer.sha256;
  }

  /** Builds the next generation beside the live one, verifies it, and makes it the live one. */
  async function publish(edition: Edition, why: PublishReason): Promise<Pointer> {
    const { generation, file, path } = await generations.next();
    const builtAt = now().toISOString();
    const { site, company, chosen, counts } = edition;
    try {
      report({ type: 'phase', phase: 'build', total: edition.pages });
      buildIndex(path, {
        generation,
        builtAt,
        site,
        company,
        cities: config.cities.map(({ slug, name, aliases }) => ({ slug, name, aliases })),
        synonyms: config.synonyms,
        vocabulary: chosen.vocabulary,
        addressQuotas: config.addressQuotas,
        pages: counted(pages(), (done) => report({ type: 'advanced', done })),
        aliases: mirror.aliases(),
      });
      checkpoint();
      report({ type: 'phase', phase: 'verify' });
      verifyIndex(path, { pages: edition.pages });
      const pointer: Pointer = {
        generation,
        file,
        sha256: await syncedSha256(path),
        counts: { pages: edition.pages, aliases: mirror.aliases().length, ...counts },
        schema_version: INDEX_SCHEMA_VERSION,
        built_at: builtAt,
        site: site.home,
        vocabulary: chosen.trades,
        fingerprint: edition.fingerprint,
        indexer: stamps.indexer,
      };
      checkpoint();
      await generations.publish(pointer);
      report({ type: 'published', generation, pages: edition.pages, why });
      return pointer;
    } catch (error) {
      if ((await generations.current().catch(() => undefined))?.generation !== generation)
        await rm(path, { force: true }).catch(() => undefined);
      if (error instanceof SyncError) throw error;
      throw new SyncError('build_failed', `The index could not be built: ${messageOf(error)}`, { cause: error });
    }
  }

  return { compose, reasonToPublish, publish };
}

function* counted<Item>(items: Iterable<Item>, tell: (done: number) => void): Generator<Item> {
  let done = 0;
  for (const item of items) {
    yield item;
    tell(++done);
  }
}

/** The checksum of a file that is on the disk for good. */
async function syncedSha256(file: string): Promise<string> {
  await using handle = await open(file, 'r+');
  await handle.sync();
  return await checksumOf(file);
}
