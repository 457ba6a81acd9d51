import { decodeEntities } from './text.ts';

// Languages whose names a language switcher may show.
const LANGUAGES = (
  'ar bg bn bs ca cs da de el en es et eu fa fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms nb nl no pl pt ro ru sk sl ' +
  'sq sr sv sw th tr uk ur vi zh'
).split(' ');

// Language tags and native names in lower case.
const NAMES: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((tag) => [tag, (new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag).toLowerCase()]),
);

const LONGEST = 40;

/** True for the text of a language switcher: the native name or the tag of a language, with or without a region. */
export function isLanguageName(text: string): boolean {
  const shown = decodeEntities(text).trim();
  if (shown === '' || shown.length > LONGEST) return false;
  const [name = ''] = shown
    .toLowerCase()
    .replaceAll('_', '-')
    .split(/\s*[(\u2013]|-[a-z]{2}$|\s+-/u);
  return NAMES.has(name.trim());
}
