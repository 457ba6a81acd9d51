/** A place name with the slug of its city, or an empty string if the company does not work there. */
export type PlaceName = {
  readonly name: string;
  readonly city: string;
  /** True if pages of the city contain the name; false if only the map does. */
  readonly isSaid: boolean;
  /** True for a province, an island or a region of the map; false for a town. */
  readonly isArea?: boolean;
};

/** Names on the map of a country for the same city, or for no city. */
type MappedNames = Pick<PlaceName, 'city'> & { readonly isArea: boolean; readonly names: readonly string[] };

/** Place names that are not cities of the site. */
export type PlaceNames = {
  /** Names that the site mentions. */
  readonly names: readonly PlaceName[];
  /** Names of the map, thousands for a country. An index of an earlier version stores them in `names`. */
  readonly mapped?: readonly MappedNames[];
  /** City slugs by prefix of a post code, as in `PlaceName`. The longest matching prefix applies. */
  readonly postCodes: Readonly<Record<string, string>>;
  /** Digits of a complete post code; 0 if unknown. */
  readonly postCodeDigits: number;
};

/** Default for a site in an unknown country. */
export const NO_PLACE_NAMES: PlaceNames = { names: [], postCodes: {}, postCodeDigits: 0 };
