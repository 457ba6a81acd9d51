/** Cascade layers in the order of their importance (CSS Cascade 5, 6.4). */

/** The layers in one are between its start and its end, where its own rules are. */
export type Layer = { readonly start: number; readonly end: number; readonly inner: Map<string, Layer> };

const MOST_LAYERS = 500;

export function createLayers() {
  const all: Layer = { start: 0, end: 1, inner: new Map() };
  const layerIn = ({ start, end, inner }: Layer, name: string): Layer => {
    // A layer without a name is another one each time.
    const key = name === '' ? ` ${inner.size}` : name;
    const width = (end - start) / (MOST_LAYERS + 1);
    const place = start + Math.min(inner.size, MOST_LAYERS - 1) * width;
    const layer = inner.get(key) ?? { start: place, end: place + width, inner: new Map<string, Layer>() };
    if (inner.size < MOST_LAYERS) inner.set(key, layer);
    return layer;
  };
  return {
    /** The layer of a name (`a.b`) within another one. */
    within: (around: Layer | undefined, name: string): Layer => name.split('.').reduce(layerIn, around ?? all),
  };
}
export type Layers = ReturnType<typeof createLayers>;
