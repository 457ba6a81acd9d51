import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unlistedCities } from '../../../sync/places/unlisted-cities.ts';

const CITIES = { leeds: 'Leeds', york: 'York', 'milton-keynes': 'Milton Keynes' };
const SERVICES = { drains: 'Drains', boilers: 'Boilers' };

/** A page for each service in each city, at an address and with a title of this form. */
function site(
  cities: Readonly<Record<string, string>>,
  services: Readonly<Record<string, string>>,
  form: (service: string, city: string) => string,
  tie: string,
) {
  return Object.entries(cities).flatMap(([city, cityName]) =>
    Object.entries(services).map(([service, name]) => ({
      path: form(service, city),
      title: `${name} ${tie} ${cityName} | Acme`,
    })),
  );
}

const expected = Object.entries(CITIES)
  .map(([slug, name]) => ({ slug, name }))
  .toSorted((a, b) => a.slug.localeCompare(b.slug));

describe('unlistedCities', () => {
  it('reads folders and words of addresses that several services and places have in common', () => {
    for (const form of [
      (service: string, city: string) => `/${city}/${service}`,
      (service: string, city: string) => `/${service}/${city}`,
      (service: string, city: string) => `/areas/${city}/${service}`,
      (service: string, city: string) => `/${service}-${city}`,
      (service: string, city: string) => `/services/${city}-${service}`,
    ])
      assert.deepEqual(unlistedCities(site(CITIES, SERVICES, form, 'in'), 'en-GB'), expected, form('drains', 'leeds'));
  });

  it('writes a city as the titles do, in the language of the site', () => {
    const cities = {
      lyon: 'Lyon',
      'saint-etienne': 'Saint-Étienne',
      'villefranche-sur-saone': 'Villefranche-sur-Saône',
    };
    const found = unlistedCities(
      site(cities, { plombier: 'Plombier', serrurier: 'Serrurier' }, (service, city) => `/${service}-${city}`, 'à'),
      'fr',
    );
    assert.deepEqual(
      found.map(({ name }) => name),
      ['Lyon', 'Saint-Étienne', 'Villefranche-sur-Saône'],
    );
  });

  it('takes nothing for a city that no title places, nor what too few pages tell', () => {
    const folders = (service: string, city: string) => `/${city}/${service}`;
    assert.deepEqual(unlistedCities(site(CITIES, SERVICES, folders, 'for'), 'en'), []);
    const rooms = { kitchens: 'Kitchens', baths: 'Baths', halls: 'Halls' };
    assert.deepEqual(unlistedCities(site(rooms, { oak: 'Oak', pine: 'Pine' }, folders, 'and'), 'en'), []);
    const two = { leeds: 'Leeds', york: 'York' };
    assert.deepEqual(unlistedCities(site(two, SERVICES, folders, 'in'), 'en'), []);
    assert.deepEqual(unlistedCities([{ path: '/', title: 'Acme' }], 'en'), []);
  });
});
