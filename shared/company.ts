import { z } from 'zod';

const text = z.string();

/** Descriptions of the fields of company data. */
export type CompanyTexts = Readonly<Record<CompanyField, string>> & {
  readonly model: Readonly<
    Record<'description' | 'online_booking' | 'performed_by' | 'quoted_by' | 'invoiced_by' | 'warranty', string>
  >;
  readonly service: Readonly<Record<'name' | 'url', string>>;
  readonly city: Readonly<Record<'slug' | 'name' | 'url', string>>;
};

type CompanyField =
  | 'brand'
  | 'website'
  | 'legal_name'
  | 'tax_id'
  | 'address'
  | 'phone'
  | 'email'
  | 'whatsapp'
  | 'hours'
  | 'coverage'
  | 'tax'
  | 'prices'
  | 'service_model'
  | 'services'
  | 'cities'
  | 'pages';

const serviceModel = (texts: CompanyTexts['model']) =>
  z.looseObject({
    description: text.meta({ description: texts.description }),
    online_booking: z.boolean().meta({ description: texts.online_booking }),
    performed_by: text.optional().meta({ description: texts.performed_by }),
    quoted_by: text.optional().meta({ description: texts.quoted_by }),
    invoiced_by: text.optional().meta({ description: texts.invoiced_by }),
    warranty: text.optional().meta({ description: texts.warranty }),
  });

const service = (texts: CompanyTexts['service']) =>
  z.looseObject({
    name: text.meta({ description: texts.name }),
    url: text.meta({ description: texts.url }),
  });

const city = (texts: CompanyTexts['city']) =>
  z.looseObject({
    slug: text.meta({ description: texts.slug }),
    name: text.meta({ description: texts.name }),
    url: text.meta({ description: texts.url }),
  });

/** Schema of company data, the response of `get_company_info`. */
export const companyInfo = (texts: CompanyTexts) =>
  z.looseObject({
    brand: text.meta({ description: texts.brand }),
    website: text.meta({ description: texts.website }),
    legal_name: text.optional().meta({ description: texts.legal_name }),
    tax_id: text.optional().meta({ description: texts.tax_id }),
    address: text.optional().meta({ description: texts.address }),
    phone: text.optional().meta({ description: texts.phone }),
    email: text.optional().meta({ description: texts.email }),
    whatsapp: text.optional().meta({ description: texts.whatsapp }),
    hours: text.optional().meta({ description: texts.hours }),
    coverage: text.optional().meta({ description: texts.coverage }),
    tax: text.optional().meta({ description: texts.tax }),
    prices: text.optional().meta({ description: texts.prices }),
    service_model: serviceModel(texts.model)
      .meta({ title: 'ServiceModel' })
      .optional()
      .meta({ description: texts.service_model }),
    services: z
      .array(service(texts.service).meta({ title: 'Service' }))
      .optional()
      .meta({ description: texts.services }),
    cities: z
      .array(city(texts.city).meta({ title: 'City' }))
      .optional()
      .meta({ description: texts.cities }),
    pages: z.record(text, text).optional().meta({ description: texts.pages }),
  });
export type CompanyInfo = z.infer<ReturnType<typeof companyInfo>>;

/**
 * Pages that state a value of company data, as keys (`shared/addresses.ts`): the value may be served while each group has a public page. An
 * empty list is no restriction.
 */
export type StatedBy = readonly (readonly string[])[];

/** Origins of the company data that pages of the site state; values of `site.yaml` and of WordPress have none. */
export type CompanyOrigins = {
  readonly fields: Readonly<Partial<Record<CompanyField, StatedBy>>>;
  /** By name of the service. */
  readonly services: Readonly<Record<string, StatedBy>>;
};

/** Fields of each `section` of `get_company_info`, in addition to brand and website. `all` contains all fields. */
export const COMPANY_SECTIONS = {
  contact: ['legal_name', 'tax_id', 'address', 'phone', 'email', 'whatsapp', 'hours', 'pages'],
  service_model: ['service_model', 'prices', 'tax'],
  coverage: ['coverage', 'cities'],
  services: ['services'],
} as const satisfies Record<string, readonly CompanyField[]>;
