import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CompanyInfo } from '../../../shared/company.ts';
import { explainCompany } from '../../../sync/company/company.ts';
import { readCompany } from '../../../sync/company/read-company.ts';
import { readSiteConfig } from '../../../sync/site-file/site-config.ts';
import { readPage } from '../../../sync/markdown/parse/page.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'company');
const FIELDS = ['phone', 'email', 'whatsapp', 'address', 'hours'] as const;
type Field = (typeof FIELDS)[number];

/** A made-up site; `|` parts answers that are as right as each other, and the empty text says that nothing is to be told. */
type Expected = {
  readonly home: string;
  readonly language: string;
  /** Slug of the contact page. */
  readonly contact: string;
  readonly expected: Readonly<Record<Field, string>> & { readonly services?: readonly string[] };
  /** What its pages tell of others: authorities, partners, events, agencies, one of many branches. */
  readonly not?: Readonly<Partial<Record<Field, readonly string[]>>>;
};

const sites = JSON.parse(readFileSync(join(FIXTURES, 'expected.json'), 'utf8')) as Readonly<Record<string, Expected>>;

async function companyOf(name: string, { home, language, contact }: Expected): Promise<CompanyInfo> {
  const site = { name, description: '', home, language, hosts: [new URL(home).host] };
  const files: Readonly<Record<string, string>> = { [`${home}/`]: 'front', [`${home}/${contact}/`]: 'contact' };
  const evidence = await readCompany({
    site,
    links: Object.keys(files),
    frontIsPublic: true,
    former: undefined,
    fetchPage: async (url) => readPage(readFileSync(join(FIXTURES, name, `${files[url]}.html`), 'utf8')),
  });
  return explainCompany({ site, config: { ...readSiteConfig(undefined), cities: [] }, pages: [], evidence }).company;
}

const COMPARED: Readonly<Record<Field, (text: string) => string>> = {
  phone: (text) => text.replaceAll(/\D/g, '').slice(-9),
  email: (text) => text,
  whatsapp: (text) => text,
  address: (text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' '),
  hours: (text) => text.replaceAll(/\s+/g, ' '),
};

/** `left out`: something is published and nothing is told. `wrong`: what is told is not what is published. */
function grade(field: Field, found: string, expected: string): 'right' | 'left out' | 'wrong' {
  const accepted = expected.split('|').map(COMPARED[field]);
  if (accepted.includes(COMPARED[field](found))) return 'right';
  return found === '' ? 'left out' : 'wrong';
}

const graded = await Promise.all(
  Object.entries(sites).map(async ([name, site]) => {
    const company = await companyOf(name, site);
    const grades = FIELDS.map((field) => ({
      field,
      found: company[field] ?? '',
      grade: grade(field, company[field] ?? '', site.expected[field]),
    }));
    return { name, site, company, grades };
  }),
);

function sitesThat(field: Field, is: 'right' | 'left out' | 'wrong') {
  return graded.flatMap(({ name, grades }) =>
    grades.filter((one) => one.field === field && one.grade === is).map(({ found }) => `${name}: ${found}`),
  );
}

describe('company data of the corpus', () => {
  for (const field of FIELDS) {
    it(`is right in ${field} on nineteen sites of twenty, and wrong on one of fifty at most`, () => {
      const [right, leftOut, wrong] = (['right', 'left out', 'wrong'] as const).map((is) => sitesThat(field, is));
      assert.ok(
        (right?.length ?? 0) >= graded.length * 0.95,
        `left out: ${leftOut?.join('; ')}; wrong: ${wrong?.join('; ')}`,
      );
      assert.ok((wrong?.length ?? 0) <= graded.length * 0.02, `wrong: ${wrong?.join('; ')}`);
    });
  }

  it('is never what the pages tell of others', () => {
    const published = graded.flatMap(({ name, site, company }) =>
      FIELDS.flatMap((field) =>
        (site.not?.[field] ?? [])
          .filter((other) => COMPARED[field](company[field] ?? '').includes(COMPARED[field](other).trim()))
          .map((other) => `${name}: ${field} ${other}`),
      ),
    );
    assert.deepEqual(published, []);
  });

  it('has the services of every menu that names them', () => {
    for (const { name, site, company } of graded) {
      if (site.expected.services)
        assert.deepEqual(
          company.services?.map((service) => service.name),
          site.expected.services,
          name,
        );
    }
  });
});
