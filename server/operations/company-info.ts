import { COMPANY_SECTIONS, type CompanyInfo } from '../../shared/company.ts';
import type { OperationInput } from '../../shared/operations.ts';
import type { ContentOperation } from './content-operation.ts';

/** `get_company_info`: the company data, or the fields of a section of `COMPANY_SECTIONS`. */
export const getCompanyInfo: ContentOperation<'get_company_info'> = {
  answer: ({ index }, { section }) => ({ value: sectionOf(index.company, section), modified: index.changedAt }),
  exampleArguments: () => ({ section: 'contact' }),
};

function sectionOf(company: CompanyInfo, section: OperationInput<'get_company_info'>['section']): CompanyInfo {
  if (section === 'all') return company;
  const { brand, website } = company;
  const chosen = COMPANY_SECTIONS[section].flatMap((field) =>
    company[field] === undefined ? [] : [[field, company[field]] as const],
  );
  return { brand, website, ...Object.fromEntries(chosen) };
}
