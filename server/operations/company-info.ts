import type { Index } from '../../db/index/reader.ts';
import { COMPANY_SECTIONS } from '../../shared/company.ts';
import type { OperationInput, OperationOutput } from '../../shared/operations.ts';

/** Answers `get_company_info` (spec; fields of each section: design, "Choices the spec leaves open"). */
export function getCompanyInfo(
  index: Index,
  input: OperationInput<'get_company_info'>,
): OperationOutput<'get_company_info'> {
  const { company } = index;
  if (input.section === 'all') return company;
  const { brand, website } = company;
  const chosen = COMPANY_SECTIONS[input.section].flatMap((field) =>
    company[field] === undefined ? [] : [[field, company[field]] as const],
  );
  return { brand, website, ...Object.fromEntries(chosen) };
}
