import type { HtmlElement } from '../../parse/tree.ts';
import type { Appearance } from './appearance.ts';
import type { Declarations } from './cascade.ts';

/** Surroundings of a box, as far as they decide where it is. */
export type Place = {
  readonly isFlex: boolean;
  readonly is3d: boolean;
  /** No box around it is positioned, nor has a class that may do so: positions are those of the window. */
  readonly isPlain: boolean;
  /** The box around that cuts off what sticks out, in pixels; a side that is not set is endless. */
  readonly window: { readonly width: number; readonly height: number } | undefined;
  /** An opaque ground around covers what is laid below it. */
  readonly isCovered: boolean;
  /** The box around is what `absolute` refers to. */
  readonly isPositioned: boolean;
};

export const TOP_PLACE: Place = {
  isFlex: false,
  is3d: false,
  isPlain: true,
  window: undefined,
  isCovered: false,
  isPositioned: false,
};

/** An element, as far as it decides where its box is and how large. */
export type Look = {
  readonly element: HtmlElement;
  readonly declared: Declarations;
  readonly appearance: Appearance;
  readonly isInline: boolean;
  readonly mayBePositioned: boolean;
};
