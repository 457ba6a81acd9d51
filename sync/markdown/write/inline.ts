/** Pieces of one line of text, each with its marks. */

/** `once`: it surrounds whole blocks, and is written on the first of them only. */
export type Link = { readonly href: string; readonly once: boolean };
export type Emphasis = 'strong' | 'em' | 'del';
export type Marks = { readonly [Mark in Emphasis]: boolean } & { readonly link: Link | undefined };
export type Run = Marks &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'code'; readonly text: string }
    | { readonly kind: 'image'; readonly src: string; readonly alt: string }
    | { readonly kind: 'break' }
  );

export const PLAIN: Marks = { strong: false, em: false, del: false, link: undefined };

export const EMPHASIS: readonly Emphasis[] = ['strong', 'em', 'del'];
