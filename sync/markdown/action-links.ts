// Share dialogs of social networks: the host, and the path or query that opens the dialog.
const SHARE: readonly (readonly [host: RegExp, target: RegExp])[] = [
  [/(?:^|\.)facebook\.com$/, /^\/(?:sharer(?:\.php|\/|\?|$)|share\.php|dialog\/(?:share|send|feed))/],
  [/(?:^|\.)(?:twitter|x)\.com$/, /^\/(?:intent\/(?:tweet|post)|share\b|home\?status=)/],
  [/(?:^|\.)linkedin\.com$/, /^\/(?:sharing\/|shareArticle|cws\/share)/],
  [/(?:^|\.)pinterest\.\w+(?:\.\w+)?$/, /^\/pin\/create\//],
  [/(?:^|\.)reddit\.com$/, /^\/(?:r\/[^/]+\/)?submit\b/],
  [/(?:^|\.)tumblr\.com$/, /^\/(?:share|widgets\/share)/],
  [/(?:^|\.)(?:threads\.(?:net|com)|bsky\.app)$/, /^\/intent\//],
  [/(?:^|\.)(?:t|telegram)\.me$/, /^\/share\b/],
  // Without a phone number, the visitor chooses the recipient.
  [/(?:^|\.)whatsapp\.com$/, /^\/send\/?\?(?!.*\bphone=\d)/],
  [/^wa\.me$/, /^\/\?/],
  [/(?:^|\.)(?:line\.me)$/, /^\/(?:lineit\/share|R\/(?:share|msg))/],
  [/^web\.skype\.com$|^teams\.microsoft\.com$/, /^\/share\b/],
  [/(?:^|\.)xing\.com$/, /^\/(?:spi\/shares|app\/user)/],
  [/(?:^|\.)(?:vk\.com|vkontakte\.ru|weibo\.com)$/, /^\/share(?:\.php|\/share\.php)/],
  [/^connect\.ok\.ru$/, /^\/(?:offer|dk)/],
  [/(?:^|\.)(?:getpocket\.com)$/, /^\/(?:edit|save)\b/],
  [/(?:^|\.)(?:buffer\.com|bufferapp\.com)$/, /^\/add\b/],
  [/^share\.flipboard\.com$/, /^\/bookmarklet\//],
  [/^news\.ycombinator\.com$/, /^\/submitlink/],
  [/(?:^|\.)instapaper\.com$/, /^\/(?:edit|hello2)/],
  [/(?:^|\.)(?:digg|stumbleupon|meneame|diigo|mix)\.(?:com|net)$/, /^\/(?:submit|post|mixit)\b/],
  [/^mail\.google\.com$/, /^\/mail\/.*\bview=cm\b/],
  [/(?:^|\.)addtoany\.com$/, /^\/(?:add_to|share)\b/],
  [/(?:^|\.)printfriendly\.com$/, /^\/print\b/],
  [/^b\.hatena\.ne\.jp$/, /^\/(?:add|append|bookmarklet|entry\/(?:panel|https?:))/],
  [/^share\.diasporafoundation\.org$|^(?:mastodonshare|tootpick)\.\w+$/, /^\//],
  [/(?:^|\.)evernote\.com$/, /^\/clip\.action/],
  [/(?:^|\.)blogger\.com$/, /^\/blog[-_]this/],
  [/^plus\.google\.com$/, /^\/share\b/],
];
// `?share=facebook`: Jetpack adds this parameter to the URL of the page.
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
