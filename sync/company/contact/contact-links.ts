import { domainToASCII } from 'node:url';
import { cleanLine } from '../../markdown/clean/characters.ts';
import { decodeCloudflareEmail, decodePercent } from '../../markdown/address.ts';

/** Returns the number of a `tel:` or `callto:` link as written; `undefined` if the scheme differs. */
export function telephoneOf(link: string): string | undefined {
  const text = /^\s*(?:tel|callto|phone)\s*:\s*(?:\/\/)?([^;?]{3,60})/i.exec(link)?.[1];
  return text === undefined ? undefined : cleanLine(decodePercent(text)) || undefined;
}

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,24}|xn--[a-z\d-]{1,59})$/i;

/**
 * Returns the address of a `mailto:` link, or of a link with Cloudflare's e-mail protection; `undefined` for a
 * different scheme.
 */
export function emailOf(link: string): string | undefined {
  const hidden = /\/cdn-cgi\/l\/email-protection#([\da-f]+)/i.exec(link)?.[1];
  if (hidden !== undefined) return emailIn(decodeCloudflareEmail(hidden.slice(0, 400)) ?? '');
  const text = /^\s*mailto:\s*(?:\/\/)?([^?]{1,300})/i.exec(link)?.[1];
  // Some links lack the scheme.
  return emailIn(text === undefined ? link.trim() : (decodePercent(text).split(/[,;]/)[0] ?? ''));
}

/** Returns a string that is an e-mail address, in lower case. */
export function emailIn(text: string): string | undefined {
  const address = cleanLine(text).replaceAll(/^[<"']|[>"'.]$/g, '');
  return EMAIL.test(asciiEmail(address)) ? address.toLowerCase() : undefined;
}

/** Converts the domain of an e-mail address to ASCII: `info@müller.example` → `info@xn--mller-kva.example`. */
export function asciiEmail(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const isInternational = /[^\0-\x7f]/.test(domain) && !/[\s/?#:\\]/.test(domain);
  return isInternational ? address.slice(0, -domain.length) + domainToASCII(domain) : address;
}

/** Target of a WhatsApp link: a number as written, or a WhatsApp address without a number. */
export type WhatsappTarget = { readonly number: string } | { readonly link: string };

const NUMBER_HOSTS = new Set(['api.whatsapp.com', 'web.whatsapp.com', 'whatsapp.com', 'send']);

/** Returns the chat of a link; `undefined` without a chat: groups, channels and share links. */
export function whatsappTarget(link: string): WhatsappTarget | undefined {
  const url = URL.parse(
    link
      .trim()
      .replace(/^\/\//, 'https://')
      .replace(/^(?=(?:api\.whatsapp\.com|wa\.me|wa\.link)\/)/i, 'https://'),
  );
  if (!url) return undefined;
  const host = url.host.replace(/^www\./, '');
  const path = decodePercent(url.pathname);
  if (host === 'wa.link' && path.length > 1) return { link: `https://wa.link${url.pathname}` };
  if (host === 'wa.me' || host === 'walink.co') {
    const code = /^\/(?:message|qr)\/(\w{4,40})\/?$/.exec(path)?.[1];
    if (host === 'wa.me' && code !== undefined) return { link: `https://wa.me/message/${code}` };
    return numbered(/^\/(?:c\/|p\/\d+\/)?([^a-z]*)$/i.exec(path)?.[1] || url.searchParams.get('phone'));
  }
  if (!NUMBER_HOSTS.has(host) && url.protocol !== 'whatsapp:') return undefined;
  const code = /^\/message\/(\w{4,40})\/?$/.exec(path)?.[1];
  return code === undefined ? numbered(url.searchParams.get('phone')) : { link: `https://wa.me/message/${code}` };
}

function numbered(text: string | null | undefined): WhatsappTarget | undefined {
  const digits = text?.replaceAll(/[^\d+]/g, '') ?? '';
  return /\d{6}/.test(digits) && digits.length <= 20 ? { number: digits } : undefined;
}
