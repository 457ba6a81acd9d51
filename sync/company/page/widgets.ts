import { attribute, textOf } from '../../markdown/parse/html.ts';
import type { HtmlElement } from '../../markdown/parse/tree.ts';
import { isNode } from '../json-ld.ts';
import { whatsappTarget } from '../contact/contacts.ts';

/** Data attributes of a chat or call button: its script creates the link. */
export type WidgetContact = { readonly kind: 'whatsapp' | 'phone' | 'email'; readonly value: string };

// Joinchat and its predecessor, Click to Chat, Social Chat, Chaty, and plugins named after WhatsApp.
const WIDGET = /joinchat|whatsappme|ht[_-]ctc|ctc[_-]|qlwapp|chaty|whats-?app|wa-?chat|nta-wa|wptwa|\bwa__/i;
const SETTINGS = ['data-settings', 'data-contacts', 'data-primary-contact', 'data-button', 'data-box', 'data-options'];
const NUMBERS = ['data-phone', 'data-number', 'data-whatsapp', 'data-telephone', 'data-wa-number'];
const MEMBERS = /^(?:telephone|phone|number|whatsapp|whatsapp_number|phone_number)$/i;
const LONGEST_JSON = 64 * 1024;
const LONGEST_SCRIPT = 256 * 1024;

/** Returns the contacts in attributes and inline scripts of widgets. */
export function widgetContacts(elements: Iterable<HtmlElement>): readonly WidgetContact[] {
  const found: WidgetContact[] = [];
  for (const element of elements) {
    if (element.name === 'script') found.push(...inScript(textOf({ children: element.children })));
    else if (WIDGET.test(`${attribute(element, 'class')} ${attribute(element, 'id')} ${attribute(element, 'href')}`))
      found.push(...inAttributes(element));
  }
  return found;
}

function inAttributes(element: HtmlElement): WidgetContact[] {
  const numbers = NUMBERS.map((name) => attribute(element, name)).filter((value) =>
    /\d{6}/.test(value.replaceAll(/\D/g, '')),
  );
  const members = SETTINGS.flatMap((name) => numbersIn(parsed(attribute(element, name))));
  return [...numbers, ...members].map((value) => ({ kind: 'whatsapp', value: value.slice(0, 40) }));
}

// Returns the fields of an object, at any depth, that are named telephone or number.
function numbersIn(settings: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [settings];
  for (let seen = 0; waiting.length > 0 && seen < 500; seen++) {
    const value = waiting.shift();
    if (Array.isArray(value)) waiting.push(...value.slice(0, 100));
    if (!isNode(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'object') waiting.push(member);
      if (typeof member !== 'string' && typeof member !== 'number') continue;
      const text = String(member);
      if (MEMBERS.test(name) && /\d{6}/.test(text.replaceAll(/\D/g, ''))) found.push(text);
    }
  }
  return found;
}

function parsed(json: string): unknown {
  if (json === '' || json.length > LONGEST_JSON || !/^\s*[[{]/.test(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

// Parses settings that WordPress prints for the script of a plugin, and snippets of chat buttons.
function inScript(text: string): WidgetContact[] {
  const script = text.slice(0, LONGEST_SCRIPT);
  const found: WidgetContact[] = [];
  if (/joinchat_obj|ht_ctc_chat_var|whatsappme_obj|qlwapp/.test(script)) {
    for (const [, value = ''] of script.matchAll(/"(?:telephone|number|phone)"\s*:\s*"(\+?[\d\s().-]{6,30})"/g))
      found.push({ kind: 'whatsapp', value });
  }
  if (script.includes('chaty_settings')) {
    for (const [, channel = '', value = ''] of script.matchAll(
      /"channel"\s*:\s*"(\w{1,30})"[^{}]{0,2000}?"value"\s*:\s*"([^"]{3,100})"/g,
    )) {
      const kind = CHANNELS[channel.toLowerCase()];
      if (kind) found.push({ kind, value });
    }
  }
  for (const [, value = ''] of script.matchAll(/\bwhatsapp["']?\s*:\s*["'](\+?[\d\s().-]{8,25})["']/gi))
    found.push({ kind: 'whatsapp', value });
  for (const [link] of script.matchAll(
    /https?:\\?\/\\?\/(?:wa\.me|(?:api|web)\.whatsapp\.com)\\?\/[\w\\/?=+%]{6,80}/gi,
  )) {
    const target = whatsappTarget(link.replaceAll('\\', ''));
    if (target && 'number' in target) found.push({ kind: 'whatsapp', value: target.number });
  }
  return found.slice(0, 20);
}

const CHANNELS: Readonly<Record<string, WidgetContact['kind']>> = {
  whatsapp: 'whatsapp',
  phone: 'phone',
  email: 'email',
};
