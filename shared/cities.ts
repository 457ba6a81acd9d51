/** A city of the company. Slugs and aliases are lower case, without accents, with `-` between words. */
export type CityRule = {
  readonly slug: string;
  readonly name: string;
  readonly aliases: readonly string[];
};

/** Value of the `city` parameter of `search_pages` that disables the filter. */
export const ANY_CITY = 'todas';

const city = (slug: string, name: string, ...aliases: string[]): CityRule => ({ slug, name, aliases });

/** Default cities of the contract, in the order of the `city` parameter; `site.yaml` overrides them. */
export const DEFAULT_CITIES: readonly CityRule[] = [
  city('tenerife', 'Tenerife', 'santa-cruz-de-tenerife'),
  city('las-palmas', 'Las Palmas', 'las-palmas-de-gran-canaria'),
  city('mallorca', 'Mallorca', 'palma', 'palma-de-mallorca'),
  city('madrid', 'Madrid'),
  city('valladolid', 'Valladolid'),
  city('barcelona', 'Barcelona'),
  city('zaragoza', 'Zaragoza'),
  city('valencia', 'Valencia'),
  city('alicante', 'Alicante', 'alacant'),
  city('elche', 'Elche', 'elx'),
  city('murcia', 'Murcia'),
  city('sevilla', 'Sevilla'),
  city('malaga', 'Málaga'),
  city('cordoba', 'Córdoba'),
  city('granada', 'Granada'),
  city('bilbao', 'Bilbao'),
  city('pamplona', 'Pamplona', 'iruna'),
  city('oviedo', 'Oviedo'),
  city('gijon', 'Gijón', 'xixon'),
  city('a-coruna', 'A Coruña', 'coruna', 'la-coruna'),
  city('vigo', 'Vigo'),
];
