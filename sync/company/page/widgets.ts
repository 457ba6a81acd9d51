import { attribute, textOf } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import { whatsappTarget } from '../contact/contacts.ts';

/** Data attributes of a chat or call button: its script creates the link. */
export type WidgetContact = { readonly kind: 'whatsapp' | 'phone' | 'email'; readonly value: string };

// Joinchat and its predecessor, Click to Chat, Social Chat, Chaty, and plugins named after WhatsApp.
const WIDGET = /joinchat|whatsappme|ht[_-]ctc|ctc[_-]|qlwapp|chaty|whats-?app|wa-?chat|nta-wa|wptwa|\bwa__/i;
const SETTINGS = ['data-settings', 'data-contacts', 'data-primary-contact', 'data-button', 'data-box', 'data-options'];
const NUMBERS = ['data-phone', 'data-number', 'data-whatsapp', 'data-telephone', 'data-wa-number'];
// Config of a plugin in a script; a field of a JSON config; a field of a JavaScript object.
const ASSIGNED = /(?:joinchat_obj|ht_ctc_chat_var|whatsappme_obj|qlwapp\w*)\s*=[^;]*/g;
const MEMBER =
  /"(?:telephone|phone|number|whatsapp|whatsapp_number|phone_number)"\s*:\s*"?(\+?[\d\s().-]{6,30})(?=["\s,}])/gi;
const IN_SCRIPT = /\bwhatsapp["']?\s*:\s*["'](\+?[\d\s().-]{8,25})["']/gi;
const LINK = /https?:\\?\/\\?\/(?:wa\.me|(?:api|web)\.whatsapp\.com)\\?\/[\w\\/?=+%]{6,80}/gi;
const CHATY = /"channel"\s*:\s*"(whatsapp|phone|email)"[^{}]{0,2000}?"value"\s*:\s*"([^"]{3,100})"/gi;
const LONGEST = 256 * 1024;
const MOST = 20;

/** Returns the contacts in attributes and inline scripts of widgets. */
export function widgetContacts(elements: Iterable<HtmlElement>): readonly WidgetContact[] {
  const found: WidgetContact[] = [];
  for (const element of elements) {
    if (element.name === 'script') found.push(...inScript(textOf({ children: element.children }).slice(0, LONGEST)));
    else if (WIDGET.test(`${attribute(element, 'class')} ${attribute(element, 'id')} ${attribute(element, 'href')}`)) {
      const settings = SETTINGS.flatMap((name) => numbersIn(attribute(element, name).slice(0, LONGEST), MEMBER));
      found.push(...chats([...NUMBERS.map((name) => attribute(element, name).slice(0, 40)), ...settings]));
    }
  }
  return found;
}

function inScript(script: string): WidgetContact[] {
  const isChaty = script.includes('chaty_settings');
  const links = [...script.matchAll(LINK)].map(([link]) => whatsappTarget(link.replaceAll('\\', '')));
  return [
    ...[...(isChaty ? script.matchAll(CHATY) : [])].map(([, channel = '', value = '']) => ({
      kind: channel.toLowerCase() as WidgetContact['kind'],
      value,
    })),
    ...chats([
      ...(script.match(ASSIGNED) ?? []).flatMap((settings) => numbersIn(settings, MEMBER)),
      ...numbersIn(script, IN_SCRIPT),
      ...links.flatMap((target) => (target && 'number' in target ? [target.number] : [])),
    ]),
  ].slice(0, MOST);
}

const numbersIn = (settings: string, member: RegExp): string[] =>
  [...settings.matchAll(member)].map(([, number = '']) => number);

const chats = (numbers: readonly string[]): WidgetContact[] =>
  numbers.filter((number) => /\d{6}/.test(number.replaceAll(/\D/g, ''))).map((value) => ({ kind: 'whatsapp', value }));
