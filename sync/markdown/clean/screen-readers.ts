import { askedOfClasses } from '../parse/class-names.ts';

/**
 * Names that themes and plugins give to a text for screen readers alone, after a prefix of their own or none:
 * `screen-reader-text`, `sr-only`, `visuallyhidden`, `sbi-screenreader`.
 */
const FOR_SCREEN_READERS =
  /^(?:[\w-]+?[-_])??(?:screen-?readers?(?:[-_]?(?:text|only))?|sr-?only|visually-?hidden|assistive-text|elementor-screen-only)(?:-focusable)?$/;
/** What takes it back, always or on screens of some width: `not-sr-only`, `lg:not-sr-only`. */
const TAKEN_BACK = /(?:^|:|[-_])(?:not|no|un)[-_](?:screen-?reader|sr-?only|visually-?hidden)/;

/** Whether an element is for screen readers alone, by its classes: its style sheet may be in a file of its own. */
export const isForScreenReaders = askedOfClasses(
  (classes) => classes.some((name) => FOR_SCREEN_READERS.test(name)) && !classes.some((name) => TAKEN_BACK.test(name)),
);
