/** Rules of a theme that leave nothing to see of a box by what they declare alone: moved off, shut, clipped or clear. */
import { appearanceOf, PLAIN } from './appearance.ts';
import { boxOf } from './boxes.ts';
import { SCREENS } from './conditions.ts';
import type { Declaration } from './css.ts';
import { TOP_PLACE } from './place.ts';
import { isUnseen } from './text.ts';
import { declaredBy, probe } from './theme-probe.ts';

/** Properties by which a box is hidden, whatever its text and its ground look like. */
const OF_BOXES =
  /^(?:position|left|right|top|bottom|inset.*|margin.*|text-indent|clip|clip-path|opacity|filter|mask-image|content-visibility|overflow.*|(?:max-)?(?:width|height)|transform|translate|scale|rotate|zoom|white-space|padding.*)$/;
/** Declarations without which no rule hides a box. */
const DECISIVE =
  /^(?:(?:opacity|zoom|(?:max-)?(?:width|height)):[+-]?0*\.?0|(?:clip|transform|translate|scale|rotate|filter|mask|content-v)|[\w-]+:.*-\d{2,}|[\w-]+:.*\()/;
/** Properties by which boxes come in: what hides by these alone, a script shows as a rule. */
const ENTERING = /^(?:opacity|filter|transform|translate|scale|rotate)$/;

/** The properties by which alone a rule hides a box so that it may come in; none if it hides without them. */
export function enteringProperties(declarations: readonly Declaration[]): readonly string[] {
  const rest = declarations.filter(({ property }) => !ENTERING.test(property));
  if (rest.length === declarations.length || hidingDeclarations(rest).length > 0) return [];
  return declarations.flatMap(({ property }) => (ENTERING.test(property) ? [property] : []));
}

/** The declarations by which a rule hides a box; none for one that does not. */
export function hidingDeclarations(declarations: readonly Declaration[]): readonly Declaration[] {
  const has = (pattern: RegExp) => declarations.some(({ property }) => pattern.test(property));
  // What moves is elsewhere later, and what is clear and moved comes in, as a rule.
  if (has(/^(?:-webkit-)?(?:animation|transition)/) || (has(/^opacity$/) && has(/^(?:transform|translate|scale)$/)))
    return [];
  const ofBoxes = declarations.filter(({ property, value }) => OF_BOXES.test(property) && !/var\(/i.test(value));
  if (!ofBoxes.some(({ property, value }) => DECISIVE.test(`${property}:${value}`))) return [];
  const declared = declaredBy(ofBoxes);
  const { box, letters } = probe();
  const isHidden = [SCREENS.wide, SCREENS.narrow].every((screen) => {
    const appearance = appearanceOf(box, { declared, custom: PLAIN.custom }, PLAIN, {
      screen,
      isInline: false,
      mayLayGround: false,
    });
    const look = {
      element: box,
      declared,
      appearance,
      isInline: false,
      mayBePositioned: false,
      find: () => undefined,
    };
    const isGone = boxOf(look, TOP_PLACE, screen).hiddenBy !== undefined;
    return isGone || isUnseen(appearance, letters, screen.width) === 'certain';
  });
  return isHidden ? ofBoxes : [];
}
