/** The ground that a theme lays under all of a page. */
import { appendText, element } from '../../parse/tree.ts';
import { HTML } from '../../parse/element-kinds.ts';
import { PLAIN } from './appearance.ts';
import { createCascade } from './cascade.ts';
import { distance, WHITE } from './colours.ts';
import { groundOf } from './ground.ts';
import type { ScreenName } from './rules.ts';
import { readStyleSheets } from './style-sheets.ts';
import { chainOf, type Theme } from './theme.ts';

/** Grounds no farther from white are those of a margin: the text stands on a white box of its own, as a rule. */
const LIGHT = 64;

/** True for a theme that lays a darker ground around the text, or one that cannot be told. */
export function laysGround(theme: Theme): boolean {
  const around = chainOf(theme);
  const styles = theme.sheets.map(({ css, media }) => {
    const style = element('style', HTML, { media });
    appendText(style, css);
    return style;
  });
  const sheets = readStyleSheets([...styles, ...around]);
  const cascade = createCascade(sheets);
  const isOther = (screen: ScreenName) => {
    let ground = PLAIN.ground;
    let custom = PLAIN.custom;
    for (const one of around) {
      const found = cascade(one, screen, custom, undefined);
      custom = found.custom;
      ground = groundOf(found.declared, ground, { ink: undefined, isElsewhere: false });
    }
    return !ground || distance(ground, WHITE) > LIGHT;
  };
  return isOther('wide') || isOther('dark');
}
