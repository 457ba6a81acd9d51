/** Elements by what their tags do in well-formed markup (HTML 13.2.6.4.7), and the names of drawings. */

export const HTML = 'http://www.w3.org/1999/xhtml';
export const SVG = 'http://www.w3.org/2000/svg';

const words = (list: string) => list.trim().split(/\s+/);

/** Void elements, which have no end tag (HTML 13.1.2), those of earlier versions too. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  words('area base br col embed hr img input link meta param source track wbr'),
);

export type Kind =
  | 'block'
  | 'heading'
  | 'item'
  | 'void'
  /** Void elements, and elements with raw text, that belong in the head. */
  | 'metadata'
  | 'metadata text'
  | 'raw text'
  | 'part of table'
  | 'option'
  | 'single'
  /** Parts of a page, of which it has one. */
  | 'once'
  /** Elements that the whole algorithm treats in ways of its own. */
  | 'refused';

/** The kind of an element; others are opened and closed by their tags, wherever they stand. */
export const KINDS: ReadonlyMap<string, Kind> = new Map(
  (
    [
      [
        'block',
        `address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup
        main menu nav ol p search section summary ul`,
      ],
      ['heading', 'h1 h2 h3 h4 h5 h6'],
      ['item', 'li dd dt'],
      ['void', 'area br embed hr img input param source track wbr'],
      ['metadata', 'base basefont bgsound link meta'],
      ['metadata text', 'noframes script style title'],
      ['raw text', 'iframe noembed textarea xmp'],
      ['part of table', 'caption col colgroup tbody td tfoot th thead tr'],
      ['option', 'option optgroup'],
      ['single', 'a button form pre select svg table'],
      ['once', 'body head html'],
      ['refused', 'desc frame frameset image keygen listing math nobr plaintext rb rp rt rtc template'],
    ] as const
  ).flatMap(([kind, names]) => words(names).map((name) => [name, kind] as const)),
);

/** The kind of all children of an element. Cells may hold anything, and so may captions. */
export const KINDS_OF_CHILDREN: ReadonlyMap<string, Kind> = new Map([
  ...words('select optgroup option').map((name) => [name, 'option'] as const),
  ...words('table thead tbody tfoot tr colgroup').map((name) => [name, 'part of table'] as const),
]);

/** Tables and their parts, from the inside; cells and captions are of the first level. */
export const TABLE_LEVELS: Readonly<Record<string, number | undefined>> = Object.assign(
  Object.create(null) as Record<string, number>,
  { td: 1, th: 1, caption: 1, tr: 2, tbody: 3, thead: 3, tfoot: 3, colgroup: 3, col: 3, table: 4 },
);

/** Tests for a part of a table that may hold another one once the parts between are made. */
export function mayHold(outer: string, inner: string): boolean {
  if (outer === 'table') return true;
  if (outer === 'colgroup') return inner === 'col';
  if (outer === 'tr') return TABLE_LEVELS[inner] === 1 && inner !== 'caption';
  return TABLE_LEVELS[outer] === 3 && (inner === 'tr' || mayHold('tr', inner));
}

const IMPLIED = new Set(words('dd dt li optgroup option p'));
/** Elements that go on after the block in which they stand, unless they were closed (HTML 13.2.4.2: formatting). */
const FORMATTING = new Set(words('a b big code em font i nobr s small strike strong tt u'));
const MARKERS = new Set(words('applet caption marquee object td th'));
const SCOPES = new Set([...MARKERS, ...words('button html table title desc foreignObject')]);
/** Elements beyond which no list item is sought: all special ones, but for three (HTML 13.2.4.2). */
const ENDS_OF_LISTS = new Set(
  words(`applet article aside blockquote body button caption center dd details dir dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup html li main marquee menu nav noscript object ol pre section select
  summary table tbody td tfoot th thead tr ul`),
);

/** Tests for an element whose end tag may be left out. */
export const isImplied = (name: string): boolean => IMPLIED.has(name);
/** Tests for an element whose contents take no formatting from around it (HTML 13.2.4.3). */
export const isMarker = (name: string): boolean => MARKERS.has(name);
export const isFormatting = (name: string): boolean => FORMATTING.has(name);
export const isScope = (name: string): boolean => SCOPES.has(name);
export const endsList = (name: string): boolean => ENDS_OF_LISTS.has(name);

/** Elements of drawings, as they are written in the tree. */
export const DRAWING_NAMES: ReadonlyMap<string, string> = new Map(
  words(`animate animateMotion animateTransform circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
  feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
  feSpotLight feTile feTurbulence filter g image line linearGradient marker mask path pattern polygon polyline
  radialGradient rect set stop svg symbol text textPath title tspan use`).map((name) => [name.toLowerCase(), name]),
);

const DRAWING_ATTRIBUTES = new Map([
  ...words(`attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode
  filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
  lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength
  patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio
  primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent
  spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength
  viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan`).map((name) => [name.toLowerCase(), name] as const),
  ['xlink:href', 'href'],
  ['xlink:title', 'title'],
  ['xmlns:xlink', 'xlink'],
  ['xml:space', 'space'],
]);

/** The attributes of a part of a drawing, by the names in the tree; `undefined` where these are rare. */
export function drawingAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const adjusted: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const known = DRAWING_ATTRIBUTES.get(name) ?? name;
    if (known.includes(':')) return undefined;
    adjusted[known] = value;
  }
  return adjusted;
}
