/** A place by one of its names, and the slug of the city that it means; an empty one where the company does not work. */
export type PlaceName = {
  readonly name: string;
  readonly city: string;
  /** True when pages of the city say so, and not only the map of the country. */
  readonly isSaid: boolean;
  /** True for a province, an island or a region of the map, which people know by name; not for its towns. */
  readonly isArea?: boolean;
};

/** Names on the map of the country that mean one city, or none. */
export type MappedNames = Pick<PlaceName, 'city'> & { readonly isArea: boolean; readonly names: readonly string[] };

/** Places that are no city of the site by themselves, as people name them. */
export type PlaceNames = {
  /** Places that the site itself names. */
  readonly names: readonly PlaceName[];
  /** Places of the map besides: a country has thousands. An index of an earlier version has them among `names`. */
  readonly mapped?: readonly MappedNames[];
  /** Post codes by their beginnings, the longest first to be looked for, with the city as in `PlaceName`. */
  readonly postCodes: Readonly<Record<string, string>>;
  /** Digits of a whole post code; 0 where none are known. */
  readonly postCodeDigits: number;
};

/** The place names of a site that names none, in an unknown country. */
export const NO_PLACE_NAMES: PlaceNames = { names: [], postCodes: {}, postCodeDigits: 0 };
