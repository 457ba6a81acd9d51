import type { HtmlElement } from '../../parse/tree.ts';
import type { Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';
import type { Tracks } from './tracks.ts';
import type { Matrix } from './transforms.ts';

/** Surroundings of a box, as far as they decide where it is. */
export type Place = {
  readonly isFlex: boolean;
  /** The way in which a flexible box lays out those in it. */
  readonly flow: 'row' | 'column' | undefined;
  /** The tracks of a grid, some of which have no size. */
  readonly tracks: Tracks | undefined;
  /** The container that conditions of those in it are about, in pixels; a side that is not set is the screen's. */
  readonly container: { readonly width: number; readonly height: number } | undefined;
  /** Distance from which those in it are seen, in pixels. */
  readonly perspective: number | undefined;
  /** The space that it shares with those in it; none where it is flat. */
  readonly space: Matrix | undefined;
  /** No box around it is positioned, nor has a class that may do so: positions are those of the window. */
  readonly isPlain: boolean;
  /** The box around that cuts off what sticks out, in pixels; a side that is not set is endless, `top` is above its contents. */
  readonly window: { readonly width: number; readonly height: number; readonly top: number } | undefined;
  /** A box around leaves no room; whether one in it holds what is `absolute`. What is held by a box farther out is seen. */
  readonly shut: 'static' | 'positioned' | undefined;
  /** An opaque ground around covers what is laid below it. */
  readonly isCovered: boolean;
  /** Pixels to the left of what is in the box around, as far as its margins and paddings are known. */
  readonly left: number;
  /** The box around is what `absolute` refers to. */
  readonly isPositioned: boolean;
};

export const TOP_PLACE: Place = {
  isFlex: false,
  flow: undefined,
  tracks: undefined,
  container: undefined,
  perspective: undefined,
  space: undefined,
  isPlain: true,
  window: undefined,
  shut: undefined,
  isCovered: false,
  left: 0,
  isPositioned: false,
};

/** An element, as far as it decides where its box is and how large. */
export type Look = {
  readonly element: HtmlElement;
  readonly declared: Declarations;
  readonly appearance: Appearance;
  readonly isInline: boolean;
  readonly mayBePositioned: boolean;
  /** The element of an id, in the page. */
  readonly find: (id: string) => HtmlElement | undefined;
};
