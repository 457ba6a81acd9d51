import { z } from 'zod';

const text = z.string();

const ServiceModel = z.looseObject({
  description: text.meta({ description: 'How the service works' }),
  online_booking: z.boolean().meta({ description: '`false`: nothing is hired or paid online from the site' }),
  performed_by: text.optional().meta({ description: 'Who does the work' }),
  quoted_by: text.optional().meta({ description: 'Who quotes the work' }),
  invoiced_by: text.optional().meta({ description: 'Who invoices the work' }),
  warranty: text.optional().meta({ description: 'Who gives the warranty' }),
});

const Service = z.looseObject({
  name: text.meta({ description: 'Name of the service' }),
  url: text.meta({ description: 'Address of its page' }),
});

const City = z.looseObject({
  slug: text.meta({ description: 'Value for the `city` parameter of search_pages' }),
  name: text.meta({ description: 'Name of the city' }),
  url: text.meta({ description: 'Address of its page' }),
});

/** Company data: the answer of get_company_info. */
export const CompanyInfo = z.looseObject({
  brand: text.meta({ description: 'Trade name' }),
  website: text.meta({ description: 'Website address' }),
  legal_name: text.optional().meta({ description: 'Registered company name' }),
  tax_id: text.optional().meta({ description: 'Company tax identification number' }),
  address: text.optional().meta({ description: 'Registered address' }),
  phone: text.optional().meta({ description: 'Empty if the site publishes no telephone' }),
  email: text.optional().meta({ description: 'Contact e-mail' }),
  whatsapp: text.optional().meta({ description: 'Empty if the site publishes no WhatsApp contact' }),
  hours: text.optional().meta({ description: 'Opening hours' }),
  coverage: text.optional().meta({ description: 'Coverage description' }),
  tax: text.optional().meta({ description: 'Tax information' }),
  prices: text.optional().meta({ description: 'Indicative prices' }),
  service_model: ServiceModel.meta({ title: 'ServiceModel' }).optional().meta({ description: 'How the service works' }),
  services: z
    .array(Service.meta({ title: 'Service' }))
    .optional()
    .meta({ description: 'Services with their page address' }),
  cities: z
    .array(City.meta({ title: 'City' }))
    .optional()
    .meta({ description: 'Cities with their page address' }),
  pages: z.record(text, text).optional().meta({ description: 'Addresses of other useful pages, by name' }),
});
export type CompanyInfo = z.infer<typeof CompanyInfo>;

/** `section` values of get_company_info, and what each carries besides brand and website; `all` carries everything. */
export const COMPANY_SECTIONS = {
  contact: ['legal_name', 'tax_id', 'address', 'phone', 'email', 'whatsapp', 'hours', 'pages'],
  service_model: ['service_model', 'prices', 'tax'],
  coverage: ['coverage', 'cities'],
  services: ['services'],
} as const satisfies Record<string, readonly (keyof CompanyInfo)[]>;
