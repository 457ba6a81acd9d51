import LINKS from './words/links.json' with { type: 'json' };

// Share dialogs of social networks: the host, and the path or query that opens the dialog.
const SHARE = Object.entries(LINKS.shareDialogs).map(
  ([host, target]) => [new RegExp(host), new RegExp(target)] as const,
);
// `?share=facebook`: Jetpack adds this query parameter to the URL of the page.
const SHARE_SERVICE =
  /[?&]share=(?:print|mail|email|facebook|linkedin|reddit|twitter|tumblr|pinterest|telegram|threads|jetpack-whatsapp|whatsapp|mastodon|nextdoor|bluesky|x|pocket|press-this|skype)(?:&|$)/;
const SHOP_ACTION =
  /[?&](?:add-to-cart|add_to_cart|add_to_wishlist|add_to_compare|remove_item|undo_item|removed_item)=/;

/** Returns the action of a link that does not lead to content; `undefined` for links to content. */
export function linkAction(href: string): 'share' | 'shop' | undefined {
  if (!/[?]|share|intent|hatena|^(?:mailto|whatsapp):/i.test(href)) return undefined;
  if (/^mailto:\?/i.test(href.trim()) || /^whatsapp:\/\/send\/?\?(?!.*\bphone=\d)/i.test(href.trim())) return 'share';
  if (SHOP_ACTION.test(href)) return 'shop';
  if (SHARE_SERVICE.test(href)) return 'share';
  const url = URL.parse(href, 'https://page.invalid/');
  if (!url) return undefined;
  const target = url.pathname + url.search;
  return SHARE.some(([host, path]) => host.test(url.hostname) && path.test(target)) ? 'share' : undefined;
}
