#!/usr/bin/env node
// Reference-free scorer for HTML -> Markdown converters (WordPress content.rendered).
//   node score.mjs <module.mjs> [--corpus DIR] [--group a,b] [--not-feature f] [--feature f] [--limit N] [--json OUT] [--worst N] [--no-idem]
//   node score.mjs <module.mjs> --show <docId>        one document, with details
//   node score.mjs <module.mjs> --perf                pathological inputs (each in its own process)
//   node score.mjs <module.mjs> --probes              feature probes (probes.mjs)
// The module exports toMarkdown(html, {baseUrl}) -> string | Promise<string>.
// The reference is taken from the source DOM with parse5 (no converter involved); the Markdown is rendered back with
// micromark + GFM, raw HTML shown as text (except <br>, <sup>, <sub>, <kbd>, <u>, <mark>, <ins>, <del>, <details>, <summary>).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { parse, parseFragment } from 'parse5';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

// ---------------------------------------------------------------- rendering
const RAW_OK = /^<\/?(br|sup|sub|kbd|u|mark|ins|del|details|summary)(\s[^>]*)?\/?>$/i;
export function render(md, rec = { raw: [] }) {
  const handle = function (token) {
    const s = this.sliceSerialize(token);
    const tags = s.match(/<[^>]+>/g) || [s];
    const ok = tags.every((t) => RAW_OK.test(t));
    if (!ok || !/^<br\s*\/?>$/i.test(s)) rec.raw.push(s);
    if (ok) this.setData('ignoreEncode', true);
  };
  const ext = {
    enter: {
      htmlText: handle,
      htmlFlow(t) {
        this.lineEndingIfNeeded();
        handle.call(this, t);
      },
    },
  };
  return micromark(md, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml({ label: 'Footnotes' }), ext],
    allowDangerousProtocol: true,
  });
}
// ---------------------------------------------------------------- DOM helpers
const attr = (n, k) => {
  if (!n.attrs) return undefined;
  for (const a of n.attrs) if (a.name === k) return a.value;
  return undefined;
};
const BLOCK = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table caption colgroup col tbody thead tfoot tr td th ul select textarea iframe video audio object'.split(
    ' ',
  ),
);
const DROP = new Set('script style template head title meta link base noembed noframes'.split(' '));
const OPT = new Set(
  'noscript svg math iframe object embed canvas audio video select datalist textarea rp rt map progress meter marquee'.split(
    ' ',
  ),
);
const HID_RE = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i;
const PANEL_RE =
  /tab|accordion|toggle|collaps|faq|panel|spoiler|expand|answer|respuesta|details|question|callout|slide|carousel|rev_|tp-|swiper|slick/i;
const MODAL_RE = /modal|popup|lightbox|dialog|offcanvas|off-canvas|drawer/i;
const SR_RE =
  /(^|[\s_-])(screen-reader-text|sr-only|visually-?hidden|elementor-screen-only|assistive-text|skip-link)([\s_-]|$)/i;
const BOILER_RE =
  /(^|\s)(sharedaddy|sd-block|sd-sharing\S*|jp-relatedposts|yarpp\S*|addtoany\S*|a2a_kit|heateor\S*|ssba\S*|essb\S*|social-share\S*|share-buttons?\S*|ez-toc\S*|lwptoc\S*|toc_container|rank-math-toc\S*|wp-block-navigation|wp-block-page-list|wp-block-latest-posts\S*|wp-block-archives\S*|wp-block-categories\S*|wp-block-tag-cloud|wp-block-calendar|post-navigation|nav-links|breadcrumbs?|yoast-breadcrumb|rank-math-breadcrumb|related-?posts?\S*|elementor-widget-nav-menu|elementor-nav-menu\S*|fusion-menu\S*|et_pb_menu\S*|comment-respond|comments-area|author-box|widget_nav_menu|elementor-location-(?:footer|header)|site-footer|site-header|pagination|page-links|cookie-\S*|post-tags)(\s|$)/i;
const SOFT_RE = /(^|\s)(swiper-slide-duplicate|slick-cloned|elementor-hidden-desktop|bx-clone)(\s|$)/i;
const CTRL_RE = /accordion|toggle|faq|tab|collaps|question|heading/i;
const INVIS = /[\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\uFE0E\uFE0F\uFEFF\u202A-\u202E\u2066-\u2069]/g;
const SOFT = '\uE000';
const decodeCf = (h) => {
  try {
    const k = parseInt(h.slice(0, 2), 16);
    let o = '';
    for (let i = 2; i < h.length; i += 2) o += String.fromCharCode(parseInt(h.slice(i, i + 2), 16) ^ k);
    return o;
  } catch {
    return '';
  }
};
// state: 3 must, 2 optional, 1 boilerplate (optional, tracked), 0 forbidden
function classify(n, st, ctx) {
  const t = n.tagName;
  if (DROP.has(t)) return 0;
  if (st === 0) return 0;
  const cls = attr(n, 'class') || '',
    id = attr(n, 'id') || '',
    role = attr(n, 'role') || '',
    style = attr(n, 'style') || '';
  if (t === 'input' && attr(n, 'type') === 'hidden') return 0;
  if (attr(n, 'hidden') !== undefined || HID_RE.test(style)) {
    const near = `${cls} ${id} ${role} ${ctx.near}`;
    if (MODAL_RE.test(near) && !ctx.inForm) return Math.min(st, 2);
    if (!(PANEL_RE.test(near) || /tabpanel|region/.test(role) || attr(n, 'aria-labelledby'))) return 0;
  }
  if (
    attr(n, 'data-cfemail') !== undefined ||
    /(^|\s)(elementor-counter-number|odometer|counter-value)(\s|$)/.test(cls)
  )
    return Math.min(st, 2);
  if (st === 1) return 1;
  if (t === 'nav' || role === 'navigation' || BOILER_RE.test(cls) || role === 'contentinfo' || role === 'banner')
    return 1;
  if (t === 'footer' && !ctx.inQuote) return 1;
  if (st === 2) return 2;
  if (
    OPT.has(t) ||
    t === 'form' ||
    t === 'aside' ||
    role === 'search' ||
    (t === 'dialog' && attr(n, 'open') === undefined)
  )
    return 2;
  if (attr(n, 'aria-hidden') === 'true' || SR_RE.test(cls) || SOFT_RE.test(cls)) return 2;
  if (
    t === 'button' &&
    !(
      ctx.inHeading ||
      CTRL_RE.test(cls) ||
      attr(n, 'aria-controls') !== undefined ||
      attr(n, 'aria-expanded') !== undefined ||
      CTRL_RE.test(ctx.near)
    )
  )
    return 2;
  return 3;
}
const SHORT_NAMES =
  'gallery|caption|embed|playlist|audio|video|contact-form-7|contact-form|gravityform|gravityforms|wpforms|ninja_form|formidable|mc4wp_form|rev_slider|smartslider3|metaslider|tablepress|instagram-feed|elementor-template|products?|add_to_cart|yikes-mailchimp|mailpoet_form|google_map|wpgmza|ea_bootstrap|ea_standard';
export function shortcodes(s) {
  // returns [cleanText, droppedText, attrText]
  const closers = new Set();
  for (const m of s.matchAll(/\[\/([a-zA-Z][\w-]*)\]/g)) closers.add(m[1].toLowerCase());
  if (
    !closers.size &&
    !/\[[a-zA-Z][\w-]*[\s\u00a0][^\]]*=/.test(s) &&
    !new RegExp(`\\[(${SHORT_NAMES})[\\s\\]]`).test(s)
  )
    return null;
  let dropped = '',
    keep = '';
  const clean = s.replace(/\[\/?([a-zA-Z][\w-]*)((?:[\s\u00a0\uE000][^\[\]]*)?)\/?\]/g, (m, name, rest) => {
    const nm = name.toLowerCase();
    const isSc =
      /^(et_pb_|vc_|fusion_|av_|cs_|x_|us_|mk_|ult_|apress_|tatsu_|gt3_|bt_|wpb_|rev_|dt_|nectar_|kc_|fl_)/.test(nm) ||
      closers.has(nm) ||
      /=\s*["'“”″»«‘’&\d]/.test(rest) ||
      new RegExp(`^(${SHORT_NAMES})$`).test(nm);
    if (!isSc) return m;
    for (const a of rest.matchAll(/([\w-]+)\s*=\s*["“”″»«'‘’]{0,2}([^"“”″»«=]*?)["“”″»«]/g))
      if (
        /title|heading|text|name|label|content|alt|author|job|company|caption|url|src|link|href|email|phone|number|percent|price|subhead|quote|description|address|shortcode|currency|sum|per/i.test(
          a[1],
        ) &&
        !/color|font|size|align|style|module|orientation|_tag|html/i.test(a[1])
      )
        keep += ' ' + a[2];
    dropped += ' ' + m;
    return '\n';
  });
  return [clean, dropped, keep];
}
// ---------------------------------------------------------------- text model
export function model(html, { plain = false, baseUrl = 'https://example.test/', fragment = true } = {}) {
  const tree = fragment ? parseFragment(html, { scriptingEnabled: false }) : parse(html, { scriptingEnabled: false });
  const buf = { 3: [], 2: [], 1: [] };
  const add = (s, x) => {
    if (s > 0) buf[s].push(x);
  };
  // iterative walk
  const stack = [[tree, 0, 3, { near: '', inQuote: false, inHeading: false, pre: false, anc: [] }]]; // node, phase, state, ctx
  const allBreak = () => {
    buf[3].push('\n');
    buf[2].push('\n');
    buf[1].push('\n');
  };
  while (stack.length) {
    const fr = stack.pop();
    const [n, ph, st, ctx] = fr;
    if (n.nodeName === '#text') {
      let v = n.value;
      v = ctx.pre ? v : v.replace(/\s+/g, ' ');
      add(st, v);
      n._st = st;
      continue;
    }
    if (n.nodeName === '#comment' || n.nodeName === '#documentType') continue;
    if (!n.tagName) {
      n._st = 3;
      for (let i = n.childNodes.length - 1; i >= 0; i--) stack.push([n.childNodes[i], 0, st, ctx]);
      continue;
    }
    const t = n.tagName;
    const isB = BLOCK.has(t);
    if (ph === 1) {
      if (isB) allBreak();
      else add(st, SOFT);
      continue;
    }
    let s = plain ? (DROP.has(t) ? 0 : st) : classify(n, st, ctx);
    n._st = s;
    const cls = attr(n, 'class') || '';
    if (!plain) {
      // attribute text is allowed, never required
      for (const k of ['alt', 'title', 'aria-label', 'placeholder', 'value', 'label', 'summary']) {
        const v = attr(n, k);
        if (v && s > 0 && !(k === 'value' && attr(n, 'type') === 'hidden')) buf[2].push('\n' + v + '\n');
      }
      if (
        t === 'img' &&
        (/\bemoji\b|wp-smiley/.test(cls) || /s\.w\.org\/images\/core\/emoji/.test(attr(n, 'src') || '')) &&
        attr(n, 'alt')
      ) {
        /* already in optional */
      }
      if (/^(iframe|video|audio|embed|object|source)$/.test(t))
        for (const k of ['src', 'data-src', 'data']) {
          const v = attr(n, k);
          if (v)
            buf[2].push(
              '\n' +
                v +
                ' video youtube vimeo audio embed iframe enlace link mapa map google ver watch vídeo incrustado embedded content contenido file archivo maps Video YouTube Vimeo Audio Enlace Mapa Map Ver Vídeo Embed de en\n',
            );
        }
    }
    if (!plain && s > 0 && n.attrs)
      for (const a of n.attrs) {
        if (a.name === 'data-cfemail') buf[2].push('\n' + decodeCf(a.value) + '\n');
        else if (a.name === 'data-to-value' || a.name === 'data-number' || a.name === 'data-value')
          buf[2].push('\n' + a.value + '\n');
        else if (a.name.startsWith('data-') && /https?:/.test(a.value) && a.value.length < 4000)
          buf[2].push(
            '\n' +
              a.value.replace(/\\\//g, '/') +
              ' video vídeo de youtube vimeo enlace ver mapa imagen Vídeo Video YouTube Vimeo\n',
          );
      }
    if (t === 'br') {
      add(s, '\n');
      continue;
    }
    if (t === 'wbr') continue;
    if (t === 'img') {
      add(s, SOFT);
      continue;
    }
    if (!plain && t === 'a' && s > 0 && attr(n, 'href')) {
      let has = false;
      const sk = [...n.childNodes];
      let g = 0;
      while (sk.length && g++ < 400) {
        const x = sk.pop();
        if (x.nodeName === '#text') {
          if (/\S/.test(x.value)) {
            has = true;
            break;
          }
        } else if (x.childNodes) sk.push(...x.childNodes);
      }
      if (!has)
        buf[2].push(
          '\nLinkedin LinkedIn Twitter Facebook Instagram YouTube Youtube WhatsApp Whatsapp Email Correo Teléfono Tiktok TikTok Pinterest Telegram Google Phone Envelope Enlace link X ' +
            (attr(n, 'href') || '').replace(/[^\p{L}\p{N}]+/gu, ' ') +
            '\n',
        );
    }
    if (isB) allBreak();
    else add(s, SOFT);
    if (s === 0) {
      stack.push([n, 1, st, ctx]);
      continue;
    }
    const nctx = {
      near: (cls + ' ' + (attr(n, 'id') || '') + ' ' + ctx.near).slice(0, 240),
      inQuote: ctx.inQuote || /^(blockquote|figure|article|section|li)$/.test(t),
      inHeading: ctx.inHeading || /^(h[1-6]|summary|dt)$/.test(t),
      pre: ctx.pre || t === 'pre' || t === 'textarea' || /white-space:\s*pre/.test(attr(n, 'style') || ''),
    };
    stack.push([n, 1, s, ctx]);
    const kids = t === 'template' ? [] : n.childNodes;
    for (let i = kids.length - 1; i >= 0; i--) stack.push([kids[i], 0, s, nctx]);
  }
  let must = buf[3].join(''),
    opt = buf[2].join(''),
    boiler = buf[1].join(''),
    dropped = '';
  let soup = null;
  if (!plain) {
    const r = shortcodes(must);
    if (r) {
      must = r[0];
      dropped = r[1];
      opt += '\n' + r[2];
      soup = r;
    }
  }
  return { tree, must, opt, boiler, dropped, soup };
}
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const TOK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+|[\p{So}\p{Sc}]/gu;
const prep = (s) =>
  s
    .normalize('NFC')
    .replace(/[⁰¹²³⁴-⁹₀-₉]+/g, (c) => '\uE000' + c.normalize('NFKC'))
    .replace(INVIS, '')
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
export function tokens(s, glue) {
  s = prep(s);
  const out = [];
  let last = -1,
    group = [];
  const flush = () => {
    if (glue && group.length > 1) {
      for (let i = 0; i + 1 < group.length; i++) {
        let m = glue.get(group[i]);
        if (!m) glue.set(group[i], (m = new Set()));
        m.add(group[i + 1]);
      }
    }
    group = [];
  };
  for (const m of s.matchAll(TOK)) {
    const i = m.index;
    if (glue) {
      if (last >= 0 && i > last && /^\uE000+$/.test(s.slice(last, i))) group.push(m[0]);
      else {
        flush();
        group = [m[0]];
      }
      last = i + m[0].length;
    }
    out.push(m[0]);
  }
  flush();
  return out;
}
// words that touch across inline tags ("foto<em>voltaica</em>") count as one word on both sides, whether or not the other side has a space there
const weld = (toks, glue) => {
  if (!glue.size) return toks;
  const o = [];
  for (let i = 0; i < toks.length; i++) {
    let t = toks[i],
      last = t;
    while (i + 1 < toks.length && glue.get(last)?.has(toks[i + 1])) {
      last = toks[++i];
      t += last;
    }
    o.push(t);
  }
  return o;
};
const bag = (a) => {
  const m = new Map();
  for (const x of a) m.set(x, (m.get(x) || 0) + 1);
  return m;
};
// bit-parallel LCS length (Hyyro 2004), 31 bits a word
export function lcs(a, b) {
  const m = a.length,
    n = b.length;
  if (!m || !n) return 0;
  const B = 30,
    W = Math.ceil(m / B),
    MASK = 2 ** B - 1;
  const pm = new Map();
  for (let i = 0; i < m; i++) {
    let r = pm.get(a[i]);
    if (!r) pm.set(a[i], (r = new Int32Array(W)));
    r[(i / B) | 0] |= 1 << (i % B);
  }
  const V = new Int32Array(W).fill(MASK);
  for (let j = 0; j < n; j++) {
    const r = pm.get(b[j]);
    if (!r) continue;
    let c = 0;
    for (let w = 0; w < W; w++) {
      const v = V[w],
        u = v & r[w];
      const sum = v + u + c;
      c = sum > MASK ? 1 : 0;
      V[w] = ((sum & MASK) | (v & ~r[w])) & MASK;
    }
  }
  let z = 0;
  for (let i = 0; i < m; i++) if (!((V[(i / B) | 0] >> (i % B)) & 1)) z++;
  return z;
}
// ---------------------------------------------------------------- structure model
const clip = (a, n = 400) => (a.length > n ? a.slice(0, n) : a);
export function structure(tree, { baseUrl, source }) {
  const S = {
    headings: [],
    links: [],
    lis: [],
    tables: [],
    codes: [],
    inlines: [],
    images: [],
    quotes: [],
    em: [],
    hr: 0,
    embeds: [],
    tasks: [],
    allow: { headings: [], links: [], lis: [], codes: [], imgs: new Set(), strong: [] },
    allTextBlocks: [],
  };
  const ok = (n) => n._st ?? 3;
  const norm = (u) => {
    if (u == null) return null;
    u = u.trim();
    try {
      let h = new URL(u, baseUrl).href;
      try {
        h = decodeURI(h);
      } catch {}
      return h.replace(/^http:/, 'https:').replace(/\/$/, '');
    } catch {
      return u;
    }
  };
  const memo = new WeakMap();
  const rawText = (n, skipLists) => {
    // must text below n
    const parts = [];
    const st = [n];
    const seq = []; // iterative preorder with block breaks
    const go = (x) => {
      if (x.nodeName === '#text') {
        if (ok(x) >= (ok(n) === 3 ? 3 : 1)) parts.push(x.value);
        return;
      }
      if (!x.tagName && x.nodeName !== '#document-fragment') return;
      if (ok(x) === 0) return;
      if (x.tagName === 'br') {
        parts.push('\n');
        return;
      }
      if (skipLists && x !== n && (x.tagName === 'ul' || x.tagName === 'ol')) {
        parts.push('\n');
        return;
      }
      const b = BLOCK.has(x.tagName);
      if (b) parts.push('\n');
      for (const c of x.childNodes) go(c);
      if (b) parts.push('\n');
    };
    go(n);
    return parts.join('');
  };
  const key = (n, skip) => {
    let s = rawText(n, skip);
    if (source) {
      const r = /\[/.test(s) && shortcodes(s);
      if (r) s = r[0];
    }
    return clip(prep(s).replace(/[\s\uE000]+/g, '')).replace(/^[•·▪●–—-]+/, '');
  };
  const imgAlt = (n) => {
    const a = [];
    const go = (x) => {
      if (x.tagName === 'img' && attr(x, 'alt')) a.push(attr(x, 'alt'));
      for (const c of x.childNodes || []) go(c);
    };
    go(n);
    return prep(a.join('')).replace(/\s+/g, '');
  };
  const candOf = (n) => {
    const set = new Set();
    const put = (u) => {
      if (u && !/^data:/i.test(u.trim())) {
        const v = norm(u);
        if (v) set.add(v);
      }
    };
    for (const a of n.attrs || []) {
      if (
        /^(src|data-src|data-lazy-src|data-original|data-orig-src|data-orig-file|data-large-file|data-medium-file|data-full-url|data-srcset|data-lazy-srcset|srcset|data-lazy|data-image|data-thumb|data-url|data-bg|data-echo|nitro-lazy-src|data-pagespeed-lazy-src|data-cfsrc|data-ezsrc|data-wpfc-original-src|data-breeze|data-hi-res-src|data-lazyload|data-src-fg|data-opt-src|data-spai|data-src-img|data-flickity-lazyload|data-flickity-lazyload-src|data-actualsrc|data-full|data-zoom-image|data-src-retina|data-dt-location|data-ll-status|data-permalink|data-li-src|data-retina)$/.test(
          a.name,
        )
      ) {
        if (/srcset/.test(a.name)) for (const p of a.value.split(/,\s+|,(?=https?:)/)) put(p.trim().split(/\s+/)[0]);
        else put(a.value);
      }
    }
    return set;
  };
  const hasNested = (n) => {
    let f = false;
    const go = (x, top) => {
      if (f) return;
      if (!top && x.tagName === 'table') {
        f = true;
        return;
      }
      for (const c of x.childNodes || []) go(c, false);
    };
    go(n, true);
    return f;
  };
  const rowsOf = (n) => {
    const rows = [];
    const go = (x) => {
      for (const c of x.childNodes || []) {
        if (c.tagName === 'tr') rows.push(c);
        else if (/^(thead|tbody|tfoot)$/.test(c.tagName || '')) go(c);
      }
    };
    go(n);
    return rows;
  };
  const grid = (n, fill) => {
    const rows = rowsOf(n),
      G = [];
    rows.slice(0, 3000).forEach((r, i) => {
      G[i] ??= [];
      let c = 0;
      for (const cell of r.childNodes || []) {
        if (cell.tagName !== 'td' && cell.tagName !== 'th') continue;
        while (G[i][c] !== undefined) c++;
        const cs = Math.min(50, Math.max(1, parseInt(attr(cell, 'colspan')) || 1)),
          rs = Math.min(rows.length - i, Math.max(1, parseInt(attr(cell, 'rowspan')) || 1));
        const t = key(cell);
        for (let y = 0; y < rs; y++)
          for (let x = 0; x < cs; x++) {
            (G[i + y] ??= [])[c + x] = y === 0 && x === 0 ? t : fill ? t : '';
          }
        c += cs;
      }
    });
    return G.map((r) => Array.from(r || [], (v) => v ?? '')).filter((r) => r.some((v) => v));
  };
  const walk = (n, c) => {
    if (n.nodeName === '#comment' || n.nodeName === '#text') return;
    const t = n.tagName;
    const s = t ? ok(n) : 3;
    if (s === 0) return;
    let nc = c;
    if (t) {
      const must = s === 3;
      if (/^h[1-6]$/.test(t)) {
        const k = key(n);
        if (k) {
          if (must && !c.cell) S.headings.push(t[1] + ':' + k);
          else S.allow.headings.push(t[1] + ':' + k);
          S.allow.strong.push(k);
        }
        nc = { ...nc, h: true };
      } else if (t === 'a' && attr(n, 'href') !== undefined && !(attr(n, 'data-footnote-backref') !== undefined)) {
        const raw = (attr(n, 'href') || '').trim();
        const k = key(n);
        const alt = imgAlt(n);
        const abs = norm(raw);
        const frag =
          /^#/.test(raw) || (abs && baseUrl && abs.split('#')[0] === norm(baseUrl)?.split('#')[0] && /#/.test(abs));
        const lab = k || alt;
        const it = {
          href: abs,
          text: source && hasBlk(n) ? '' : lab,
          full: lab,
          raw,
          label: !!(attr(n, 'aria-label') || attr(n, 'title')),
        };
        if (!raw || /^(javascript|data|vbscript):/i.test(raw) || frag) S.allow.links.push(it);
        else if (must && (lab || it.label || hasImg(n))) S.links.push(it);
        else S.allow.links.push(it);
      } else if (t === 'li') {
        const k = key(n, true);
        const box = findBox(n);
        const d = c.ld;
        const it = `${d}${c.lk}:${k}`;
        if (!k) S.emptyLi = (S.emptyLi || 0) + 1;
        if (k && d === 0) S.allow.lis.push('1u:' + k);
        if (k) {
          if (must && !c.cell && d > 0) {
            S.lis.push(it);
            if (c.lk === 'o') {
            }
            if (box) S.tasks.push((attr(box, 'checked') !== undefined ? 'x:' : ' :') + k);
          } else S.allow.lis.push(it);
        }
      } else if (t === 'ul' || t === 'ol') nc = { ...nc, ld: c.ld + 1, lk: t[0] };
      else if (t === 'table') {
        const nested = hasNested(n);
        const G = grid(n, false);
        const cols = Math.max(0, ...G.map((r) => r.length));
        if (
          !nested &&
          must &&
          G.length >= 2 &&
          cols >= 2 &&
          !/presentation|none/.test(attr(n, 'role') || '') &&
          !c.cell
        )
          S.tables.push({ a: G, b: grid(n, true) });
        else S.allow.tables = true;
      } else if (t === 'td' || t === 'th') nc = { ...nc, cell: true };
      else if (t === 'pre') {
        let v = preText(n);
        const isVerse = /verse/.test(attr(n, 'class') || '');
        v = v
          .replace(/\u00A0/g, ' ')
          .replace(/\r/g, '')
          .split('\n')
          .map((x) => x.trimEnd())
          .join('\n')
          .replace(/^\n+|\n+$/g, '');
        if (v.trim()) {
          if (must && !c.cell && !isVerse) S.codes.push(v);
          else S.allow.codes.push(v);
        }
        nc = { ...nc, pre: true };
      } else if ((t === 'code' || t === 'kbd' || t === 'samp' || t === 'tt') && !c.pre) {
        const tk = tokens(rawText(n)).map((x) => 'c:' + x);
        if (!tk.length && key(n)) tk.push('c:' + key(n));
        if (t === 'code' && must) S.inlines.push(...tk);
        else (S.allow.inl ??= []).push(...tk);
        nc = { ...nc, pre: true };
      } else if (t === 'img') {
        const cand = candOf(n);
        let x = n.parentNode;
        if (x?.tagName === 'picture')
          for (const q of x.childNodes) if (q.tagName === 'source') for (const v of candOf(q)) cand.add(v);
        const w = attr(n, 'width'),
          h = attr(n, 'height');
        const cls = attr(n, 'class') || '';
        const src = attr(n, 'src') || '';
        const px =
          (w === '1' && h === '1') ||
          /\bemoji\b|wp-smiley/.test(cls) ||
          (/s\.w\.org\/images\/core\/emoji|pixel\.|facebook\.com\/tr\?|doubleclick|\/1x1|spacer\.gif|blank\.gif/.test(
            src,
          ) &&
            cand.size <= 1);
        const alt = prep(attr(n, 'alt') || '').replace(/\s+/g, '');
        for (const v of cand) S.allow.imgs.add(v);
        if (source) {
          if (must && !px && cand.size) S.images.push({ cand, alt });
        } else S.images.push({ src: norm(src), rawSrc: src, alt });
      } else if (t === 'source' || t === 'a') {
      } else if (t === 'blockquote') {
        const k = key(n);
        if (k) (must ? S.quotes : (S.allow.quotes ??= [])).push(k);
        nc = { ...nc, q: true };
      } else if (/^(b|strong|em|i)$/.test(t)) {
        const f = t === 'b' || t === 'strong' ? 's' : 'e';
        const k = key(n);
        if (k) {
          S.allow.strong.push(k);
          if (!c['in' + f]) {
            let s0 = rawText(n);
            if (source && /\[/.test(s0)) {
              const r = shortcodes(s0);
              if (r) s0 = r[0];
            }
            const tk = tokens(s0);
            if (must && !c.h && !c.cell) for (const x of tk) S.em.push(f + ':' + x);
            else for (const x of tk) (S.allow.em ??= []).push(f + ':' + x);
          }
          nc = { ...nc, ['in' + f]: true };
        }
      } else if (
        /^(summary|dt|caption|legend|label|figcaption|cite|dfn|var|th|button|mark|u|address|q|ins|small|big)$/.test(
          t,
        ) ||
        attr(n, 'role') === 'tab' ||
        attr(n, 'role') === 'heading' ||
        CTRL_RE.test(attr(n, 'class') || '') ||
        /font-(weight|style)/.test(attr(n, 'style') || '')
      ) {
        const k = key(n);
        if (k && k.length < 300) {
          S.allow.strong.push(k);
          S.allow.headings.push('0:' + k);
        }
      } else if (t === 'hr') {
        if (must) S.hr++;
        else S.allow.hr = (S.allow.hr || 0) + 1;
      } else if (/^(iframe|video|audio|embed|object)$/.test(t)) {
        const us = [];
        for (const k of [
          'src',
          'data-src',
          'data-lazy-src',
          'data',
          'data-litespeed-src',
          'data-rocket-src',
          'data-iub-src',
          'data-cookieblock-src',
        ]) {
          const v = attr(n, k);
          if (v && !/^(about:|data:|javascript:)/.test(v)) us.push(v);
        }
        if (!us.length)
          for (const q of n.childNodes || []) if (q.tagName === 'source' && attr(q, 'src')) us.push(attr(q, 'src'));
        if (us.length && !/googletagmanager|recaptcha|doubleclick/.test(us[0]) && s >= 2 && !inNoscript(n))
          S.embeds.push(us);
      }
      if (source && (t === 'a' || t === 'div' || t === 'section') && attr(n, 'href'))
        S.allow.imgs.add(norm(attr(n, 'href')));
    }
    for (const k of n.childNodes || []) walk(k, nc);
  };
  const hasBlk = (n) => {
    let f = false;
    const go = (x) => {
      if (f) return;
      for (const c of x.childNodes || []) {
        if (c.tagName && (BLOCK.has(c.tagName) || c.tagName === 'br')) {
          f = true;
          return;
        }
        go(c);
      }
    };
    go(n);
    return f;
  };
  const hasImg = (n) => {
    let f = false;
    const go = (x) => {
      if (x.tagName === 'img' || x.tagName === 'svg' || x.tagName === 'i') f = true;
      else for (const c of x.childNodes || []) go(c);
    };
    go(n);
    return f;
  };
  const findBox = (li) => {
    let f = null;
    const go = (x) => {
      if (f || ((x.tagName === 'ul' || x.tagName === 'ol') && x !== li)) return;
      if (x.tagName === 'input' && attr(x, 'type') === 'checkbox') {
        f = x;
        return;
      }
      for (const c of x.childNodes || []) go(c);
    };
    go(li);
    return f;
  };
  const inNoscript = (n) => {
    for (let p = n.parentNode; p; p = p.parentNode) if (p.tagName === 'noscript') return true;
    return false;
  };
  const preText = (n) => {
    let o = '';
    const go = (x) => {
      if (x.nodeName === '#text') o += x.value;
      else if (x.tagName === 'br') o += '\n';
      else if ((x._st ?? 3) > 0) {
        const b = BLOCK.has(x.tagName) && x !== n;
        for (const c of x.childNodes || []) go(c);
        if (b && !o.endsWith('\n')) o += '\n';
      }
    };
    go(n);
    return o;
  };
  walk(tree, { ld: 0, lk: '', cell: false, h: false, q: false, pre: false });
  return S;
}
// ---------------------------------------------------------------- scoring of one document
const LEAKS = [
  ['css', /[.#@][\w-]+[^{}\n]{0,80}\{\s*[\w-]+\s*:[^{}]{1,300}[;}]/],
  ['js', /\b(function\s*\(|var \w+\s*=|window\.\w+|document\.\w+|jQuery\()/],
  ['json', /\{\s*\\?"[\w@-]+\\?"\s*:/],
  [
    'shortcode',
    /\\?\[\\?\/?(et\\?_pb\\?_|vc\\?_|fusion\\?_|av\\?_|cs\\?_|x\\?_|contact-form|gallery|caption|rev\\?_slider|apress\\?_|gt3\\?_)\w*/,
  ],
  ['dataUri', /data:(image|application|font)\/[^)\s]{60,}/],
  ['entity', /&(nbsp|amp|lt|gt|quot|#\d{2,5}|#x[0-9a-f]{2,4}|[a-z]{3,7});/i],
  ['undef', /\[object Object\]|\bundefined\b/],
  ['jsHref', /\]\(javascript:/i],
  ['wpComment', /<!--/],
  ['emptyLink', /(?<!!)\[\s*\]\(/],
  ['placeholder', /\((https?:[^)]*(lazy|placeholder|blank|spacer|1x1)[^)]*\.(gif|svg|png))\)/i],
  ['blank3', /\n[ \t]*\n[ \t]*\n[ \t]*\n/],
];
const f1 = (hit, ref, out) => {
  const r = ref ? hit / ref : 1,
    p = out ? hit / out : ref ? 0 : 1;
  return { r, p, f: r + p ? (2 * r * p) / (r + p) : 0, ref, out, hit };
};
function inter(a, b) {
  const B = bag(b);
  let h = 0;
  const missing = [];
  for (const x of a) {
    const n = B.get(x) || 0;
    if (n) {
      h++;
      B.set(x, n - 1);
    } else missing.push(x);
  }
  const extra = [];
  for (const [k, n] of B) for (let i = 0; i < n; i++) extra.push(k);
  return { h, missing, extra };
}
const SPECIAL = /[*_`~[\]<>#+|\\!(){}=$&^]/g;
const EMB = (u) => {
  const m =
    /(?:youtube(?:-nocookie)?\.com\/(?:embed\/|watch\?v=|v\/|shorts\/)|youtu\.be\/|ytimg\.com\/vi\/)([\w-]{6,})/.exec(
      u,
    ) || /vimeo\.com\/(?:video\/)?(\d{5,})/.exec(u);
  return m ? m[1] : null;
};
const refCache = new Map();
export function reference(html, baseUrl, cacheKey) {
  if (cacheKey && refCache.has(cacheKey)) return refCache.get(cacheKey);
  const src = model(html, { baseUrl });
  const glue = new Map();
  const must0 = tokens(src.must, glue);
  tokens(src.opt, glue);
  tokens(src.boiler, glue);
  const must = weld(must0, glue);
  const both = (s) => {
    const a = tokens(s);
    return a.concat(glue.size ? weld(a, glue) : []);
  };
  const optT = both(src.opt);
  const boilT = both(src.boiler);
  const st = structure(src.tree, { baseUrl, source: true });
  const segs = [
    ...new Set(
      src.must
        .split(/\n+/)
        .map((s) => prep(s).replace(/[\s\uE000]+/g, ''))
        .filter((s) => s.length >= 3),
    ),
  ];
  const visible = prep(src.must).replace(/\uE000/g, '');
  const r = {
    src,
    hay: ((h) =>
      h +
      '\n' +
      h.replace(/%([0-9A-Fa-f]{2})/g, (m, x) => {
        const c = parseInt(x, 16);
        return c < 128 ? String.fromCharCode(c) : m;
      }))(html.replace(/\\\//g, '/').replace(/&amp;|&#038;|&#38;/g, '&')),
    glue,
    must,
    must0,
    optT,
    boilT,
    st,
    segs,
    visible,
    vocab: new Set([...must, ...optT, ...boilT]),
  };
  src.tree0 = null;
  if (cacheKey) refCache.set(cacheKey, r);
  return r;
}
export function scoreDoc(html, md, { baseUrl = 'https://example.test/', key: ck, detail = false } = {}) {
  let R = reference(html, baseUrl, ck);
  const rec = { raw: [] };
  const out = {};
  const D = detail ? {} : null;
  const htmlOut = render(md, rec)
    .replace(/<section data-footnotes[^>]*><h2[^>]*>Footnotes<\/h2>/g, '<section>')
    .replace(/<a[^>]*data-footnote-backref[^>]*>[^<]*(<sup>[^<]*<\/sup>)?<\/a>/g, '');
  const om = model(htmlOut, { plain: true, baseUrl });
  const og = new Map();
  const ot0 = tokens(om.must, og);
  let ot;
  if (og.size) {
    const g2 = new Map([...R.glue].map(([k, v]) => [k, new Set(v)]));
    for (const [k, v] of og) {
      let m = g2.get(k);
      if (!m) g2.set(k, (m = new Set()));
      for (const x of v) m.add(x);
    }
    ot = weld(ot0, g2);
    R = { ...R, must: weld(R.must0, g2), optT: R.optT.concat(weld(R.optT, g2)) };
  } else ot = weld(ot0, R.glue);
  const mustB = bag(R.must),
    optB = bag(R.optT),
    boilB = bag(R.boilT),
    outB = bag(ot);
  let hitM = 0,
    extra = 0;
  const extras = [];
  const missing = [];
  for (const [t, n] of mustB) {
    const o = outB.get(t) || 0;
    hitM += Math.min(n, o);
    if (o < n) missing.push([t, n - o]);
  }
  for (const [t, n] of outB) {
    const e = n - (mustB.get(t) || 0) - (optB.get(t) || 0) - (boilB.get(t) || 0);
    if (e > 0) {
      extra += e;
      extras.push([t, e]);
    }
  }
  out.nMust = R.must.length;
  out.nOut = ot.length;
  out.recallBag = R.must.length ? hitM / R.must.length : 1;
  const big = R.must.length * ot.length > 4e9;
  out.recall = R.must.length ? (big ? out.recallBag : lcs(R.must, ot) / R.must.length) : 1;
  out.precision = ot.length ? 1 - extra / ot.length : 1;
  let gl = 0;
  const vocab = R.vocab;
  if (extras.length) {
    const adj = new Set();
    for (let i = 0; i + 1 < R.must.length; i++) adj.add(R.must[i] + R.must[i + 1]);
    for (const [t, e] of extras) if (adj.has(t)) gl += e;
  }
  out.glued = gl;
  const flat = prep(om.must).replace(/[\s\uE000]+/g, '');
  let okSeg = 0;
  const badSeg = [];
  for (const s of R.segs)
    if (flat.includes(s)) okSeg++;
    else badSeg.push(s);
  out.blockExact = R.segs.length ? okSeg / R.segs.length : 1;
  // special characters
  const sp = (s) => bag(s.match(SPECIAL) || []);
  const a = sp(R.visible),
    o2 = sp(R.src.opt + R.src.boiler),
    b = sp(prep(om.must));
  let lost = 0,
    add = 0,
    tot = 0;
  for (const [k, n] of a) {
    tot += n;
    lost += Math.max(0, n - (b.get(k) || 0));
  }
  for (const [k, n] of b) add += Math.max(0, n - (a.get(k) || 0) - (o2.get(k) || 0));
  out.specialTotal = tot;
  out.specialLost = lost;
  out.specialAdded = add;
  // structure
  const so = structure(om.tree, { baseUrl, source: false });
  const si = R.st;
  const cat = {};
  const multi = (name, req, allow, got, slack = 0) => {
    const { h, missing, extra } = inter(req, got);
    const A = bag(allow);
    let un = 0;
    const sp = [];
    for (const x of extra) {
      const n = A.get(x) || 0;
      if (n) A.set(x, n - 1);
      else {
        un++;
        sp.push(x);
      }
    }
    if (slack) un = Math.max(0, un - slack);
    if (req.length || un) cat[name] = { ...f1(h, req.length, h + un) };
    if (D) D[name] = { missing: missing.slice(0, 8), spurious: sp.slice(0, 8) };
    return { missing, sp };
  };
  multi('headings', si.headings, si.allow.headings, so.headings);
  const txtOnly = (x) => x.replace(/^[^:]*:/, '');
  const hAll = new Set([...si.headings, ...si.allow.headings].map(txtOnly).concat(si.allow.strong));
  out.accHeading = so.headings.filter((h) => !hAll.has(txtOnly(h))).length;
  multi('lists', si.lis, si.allow.lis, so.lis, si.emptyLi || 0);
  const liT = inter(si.lis.map(txtOnly), so.lis.map(txtOnly));
  out.liTextRecall = si.lis.length ? liT.h / si.lis.length : null;
  // accidental list items: text of an output li that is no source li
  const bare = (x) => txtOnly(x).replace(/[*_`~\\[\]]/g, '');
  const liAll = new Set([...si.lis, ...si.allow.lis].map(bare));
  out.accLi = Math.max(0, so.lis.filter((x) => !liAll.has(bare(x))).length - (si.emptyLi || 0));
  if (si.codes.length || so.codes.length) {
    multi('code', si.codes, si.allow.codes, so.codes);
  }
  const inl = [...(si.allow.inl || [])];
  multi('inlineCode', si.inlines, inl, so.inlines);
  multi('quotes', si.quotes, si.allow.quotes || [], so.quotes);
  const emT = (x) => x.slice(2);
  const emSrc = bag([...si.em, ...(si.allow.em || [])].map(emT));
  for (const k of si.allow.strong) emSrc.set('\u0001', (emSrc.get('\u0001') || '') + k);
  const strongBlob = emSrc.get('\u0001') || '';
  const optSet = (R.optSet ??= new Set([...R.optT]));
  let accEm = 0;
  for (const x of so.em) {
    const k = emT(x);
    const n = emSrc.get(k);
    if (n) continue;
    if (strongBlob.includes(k) || optSet.has(k)) continue;
    accEm++;
  }
  out.accEm = accEm;
  {
    const { h, missing: emMiss } = inter(si.em, so.em);
    if (D) D.emphasis = { missing: emMiss.slice(0, 12), acc: accEm };
    if (D) D.accLi = so.lis.filter((x) => !liAll.has(txtOnly(x))).slice(0, 6);
    if (D) D.accHeading = so.headings.filter((h) => !hAll.has(txtOnly(h))).slice(0, 6);
    if (si.em.length) cat.emphasis = f1(h, si.em.length, h + accEm);
  }
  if (si.tasks.length) {
    const { h } = inter(si.tasks, so.tasks);
    cat.tasks = f1(h, si.tasks.length, so.tasks.length);
  }
  out.accHr = Math.max(0, so.hr - si.hr - (si.allow.hr || 0));
  out.hrMissing = Math.max(0, si.hr - so.hr);
  // links
  {
    const K = (l) => l.href + '§' + l.text;
    const full = si.links.filter((l) => l.text),
      bareL = si.links.filter((l) => !l.text);
    const e0 = inter(full.map(K), so.links.map(K));
    const restH = e0.extra.map((x) => x.split('§')[0]);
    const e1 = inter(
      bareL.map((l) => l.href),
      restH,
    );
    const e = { h: e0.h + e1.h, missing: e0.missing.concat(e1.missing), extra: e1.extra };
    const hrefs = inter(
      si.links.map((l) => l.href),
      so.links.map((l) => l.href),
    );
    const A = bag(si.allow.links.map((l) => l.href));
    const allHref = new Set([...si.links, ...si.allow.links].map((l) => l.href));
    const embU = new Set(
      si.embeds.flat().map((u) => {
        try {
          return new URL(u, baseUrl).href.replace(/^http:/, 'https:').replace(/\/$/, '');
        } catch {
          return u;
        }
      }),
    );
    const embId = new Set(si.embeds.flat().map(EMB).filter(Boolean));
    let sp = 0;
    const spl = [];
    for (const l of so.links)
      if (
        !allHref.has(l.href) &&
        !embU.has(l.href) &&
        !embId.has(EMB(l.href || '')) &&
        !si.allow.imgs.has(l.href) &&
        !(
          l.raw &&
          l.raw.length > 12 &&
          R.hay.includes(l.raw.replace(/&amp;/g, '&')) &&
          (R.src.soup || !/^https?:\/\/[^/]*\/?$/.test(l.raw))
        ) &&
        !(/^mailto:/.test(l.raw) && R.src.opt.includes(l.raw.slice(7))) &&
        !R.visible.replace(/\s+/g, '').includes(l.text || '\u0000')
      ) {
        sp++;
        spl.push(l);
      }
    if (si.links.length || sp) {
      cat.links = f1(e.h, si.links.length, e.h + sp);
      cat.linkHref = f1(hrefs.h, si.links.length, hrefs.h + sp);
    }
    out.relLinks =
      so.links.filter((l) => l.raw && !/^([a-z][a-z0-9+.-]*:|#)/i.test(l.raw)).length +
      so.images.filter((i) => i.rawSrc && !/^[a-z][a-z0-9+.-]*:/i.test(i.rawSrc)).length;
    const isC = (l) => /^(tel|mailto|sms|whatsapp):|wa\.me|api\.whatsapp/.test(l.href || '');
    const c1 = si.links.filter(isC).map((l) => l.href),
      c2 = so.links.filter(isC).map((l) => l.href);
    if (c1.length) cat.contact = f1(inter(c1, c2).h, c1.length, c1.length);
    if (D) D.links = { missing: e.missing.slice(0, 8), extra: e.extra.slice(0, 8), spurious: spl.slice(0, 5) };
  }
  // images
  {
    const pool = so.images.map((i) => ({ ...i }));
    let h = 0,
      ha = 0;
    const miss = [];
    for (const im of si.images) {
      let j = pool.findIndex((p) => p && im.cand.has(p.src) && p.alt === im.alt);
      if (j < 0) j = pool.findIndex((p) => p && im.cand.has(p.src));
      if (j < 0) {
        miss.push([...im.cand][0]);
        continue;
      }
      h++;
      if (pool[j].alt === im.alt) ha++;
      pool[j] = null;
    }
    const sp = pool.filter(
      (p) =>
        p &&
        !si.allow.imgs.has(p.src) &&
        !/^data:/i.test(p.rawSrc || '') &&
        !(R.src.soup && p.rawSrc && R.src.dropped.includes(p.rawSrc)),
    ).length;
    const dup = pool.filter((p) => p && si.allow.imgs.has(p.src)).length;
    out.imgDup = dup;
    if (si.images.length || sp) {
      cat.images = f1(ha, si.images.length, ha + sp);
      cat.imgSrc = f1(h, si.images.length, h + sp);
    }
    if (D) D.images = { missing: miss.slice(0, 6), spurious: pool.filter(Boolean).slice(0, 6) };
  }
  // tables
  {
    const cells = (v) => {
      const o = [];
      for (const t of v)
        for (const r of t) {
          const k0 = r.find((x) => x) || '';
          r.forEach((x, c) => {
            if (x) o.push(`${k0}§${c}§${x}`);
          });
        }
      return o;
    };
    const outT = so.tables.map((t) => t.a);
    const oc = cells(outT);
    const va = cells(si.tables.map((t) => t.a)),
      vb = cells(si.tables.map((t) => t.b));
    const ia = inter(va, oc),
      ib = inter(vb, oc);
    const [v, i] = ib.h / (vb.length || 1) > ia.h / (va.length || 1) ? [vb, ib] : [va, ia];
    if (si.tables.length || (outT.length && !si.allow.tables)) {
      cat.tables = f1(i.h, v.length, si.allow.tables ? Math.max(i.h, Math.min(oc.length, v.length)) : oc.length);
      const rows = (x) => x.flat().map((r) => r.join('¦').replace(/¦+$/, ''));
      cat.tableRows = (() => {
        const ra = rows(si.tables.map((t) => t.a)),
          rb = rows(si.tables.map((t) => t.b)),
          ro = rows(outT);
        const h = Math.max(inter(ra, ro).h, inter(rb, ro).h);
        return f1(h, ra.length, ro.length);
      })();
    }
    out.nTables = si.tables.length;
    out.nTablesOut = outT.length;
    if (D) D.tables = { missing: i.missing.slice(0, 6), extra: i.extra.slice(0, 6) };
  }
  // embeds
  if (si.embeds.length) {
    const hay = md + '\n' + so.links.map((l) => l.href + ' ' + l.raw).join('\n');
    let h = 0;
    const miss = [];
    for (const us of si.embeds) {
      if (
        us.some(
          (u) =>
            hay.includes(u) ||
            hay.includes(u.replace(/^\/\//, 'https://')) ||
            (() => {
              try {
                return hay.includes(new URL(u, baseUrl).href);
              } catch {
                return false;
              }
            })() ||
            (EMB(u) && hay.includes(EMB(u))),
        )
      )
        h++;
      else miss.push(us[0]);
    }
    cat.embeds = f1(h, si.embeds.length, si.embeds.length);
    if (D) D.embeds = { missing: miss.slice(0, 6) };
  }
  // raw html, injection, leaks, boilerplate
  out.rawTags = rec.raw.reduce((s, r) => s + (r.match(/<[a-zA-Z!/][^>]*>/g) || [r]).length, 0);
  out.injected = rec.raw.filter((r) => R.visible.includes(r.trim().slice(0, 60))).length;
  out.leaks = {};
  const vis = R.visible;
  const inCodeStripped = md
    .replace(/(^|\n)(`{3,}|~{3,})[\s\S]*?\n\2/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/(^|\n)(?: {4}|\t)[^\n]*/g, '');
  for (const [n, re] of LEAKS) {
    const m = re.exec(n === 'blank3' ? md : inCodeStripped);
    if (
      m &&
      !(
        n !== 'blank3' &&
        n !== 'shortcode' &&
        vis.replace(/\s+/g, '').includes(m[0].replace(/\\/g, '').replace(/\s+/g, '').slice(0, 40))
      )
    )
      out.leaks[n] = 1;
  }
  {
    const mainH = new Set(si.links.map((l) => l.href));
    let bl = 0,
      tot = 0;
    const outH = new Set(so.links.map((l) => l.href));
    for (const l of si.allow.links)
      if (l.href && !mainH.has(l.href) && !/#/.test(l.raw) && l.boil) {
        tot++;
        if (outH.has(l.href)) bl++;
      }
    const onlyBoil = R.boilT.filter((t) => !mustB.has(t) && !optB.has(t));
    const uq = new Set(onlyBoil);
    let k = 0;
    for (const t of uq) if (outB.has(t)) k++;
    out.boilTok = uq.size;
    out.boilKept = k;
  }
  out.backslashes = (inCodeStripped.match(/\\[!-\/:-@[-`{-~]/g) || []).length;
  out.mdBytes = Buffer.byteLength(md);
  out.textBytes = Buffer.byteLength(R.visible.replace(/\s+/g, ' '));
  out.cat = cat;
  out.soup = !!R.src.soup;
  out.acc = out.accHeading + out.accLi + out.accEm + out.accHr + out.injected;
  // composite
  const W = {
    headings: 10,
    links: 7,
    linkHref: 5,
    lists: 8,
    tables: 5,
    tableRows: 3,
    code: 3,
    inlineCode: 1,
    images: 3,
    imgSrc: 3,
    quotes: 2,
    emphasis: 2,
    embeds: 3,
    tasks: 1,
    contact: 2,
  };
  let ws = 0,
    wv = 0;
  for (const k in W)
    if (cat[k]) {
      ws += W[k];
      wv += W[k] * cat[k].f;
    }
  const struct = ws ? wv / ws : null;
  out.struct = struct;
  const tf = !out.nMust
    ? out.nOut
      ? out.precision
      : 1
    : out.recall + out.precision
      ? (2 * out.recall * out.precision) / (out.recall + out.precision)
      : 0;
  const leakN = Object.keys(out.leaks).filter((k) => k !== 'blank3').length;
  const safety = Math.max(
    0,
    1 -
      out.acc / Math.max(5, out.nMust / 100) -
      0.25 * leakN -
      Math.min(0.5, (out.specialLost + out.specialAdded) / Math.max(20, tot)) -
      Math.min(0.5, out.rawTags / 50) -
      0.3 * Math.min(1, out.relLinks / Math.max(1, so.links.length + so.images.length)),
  );
  out.safety = safety;
  out.textF = tf;
  const parts = [
    [0.3, tf],
    [0.1, out.blockExact],
    [0.1, safety],
  ];
  if (struct !== null) parts.push([0.5, struct]);
  out.Q = (100 * parts.reduce((s, [w, v]) => s + w * v, 0)) / parts.reduce((s, [w]) => s + w, 0);
  if (D) {
    D.missingTokens = missing.slice(0, 40);
    D.extraTokens = extras.sort((x, y) => y[1] - x[1]).slice(0, 40);
    D.badSegs = badSeg.slice(0, 12);
    D.raw = rec.raw.slice(0, 8);
    out.detail = D;
  }
  return out;
}
// ---------------------------------------------------------------- corpus run
const HERE = path.dirname(fileURLToPath(import.meta.url));
export function loadCorpus(dir = path.join(HERE, 'corpus'), opt = {}) {
  let m = JSON.parse(fs.readFileSync(path.join(dir, 'manifest.json'), 'utf8'));
  if (opt.group) {
    const g = opt.group.split(',');
    m = m.filter((x) => g.includes(x.group) || g.includes(x.source));
  }
  if (opt.feature) m = m.filter((x) => x.features.includes(opt.feature));
  if (opt.notFeature) m = m.filter((x) => !x.features.includes(opt.notFeature));
  if (opt.limit) m = m.slice(0, opt.limit);
  return m.map((x) => ({
    ...x,
    get html() {
      return fs.readFileSync(path.join(dir, x.file), 'utf8');
    },
  }));
}
const mean = (a) => (a.length ? a.reduce((s, x) => s + x, 0) / a.length : null);
export function aggregate(rows) {
  const ok = rows.filter((r) => !r.error);
  const A = {
    docs: rows.length,
    errors: rows.length - ok.length,
    Q: mean(rows.map((r) => (r.error ? 0 : r.Q))),
    recall: mean(rows.map((r) => (r.error ? 0 : r.recall))),
    recallMin5: null,
    precision: mean(ok.map((r) => r.precision)),
    blockExact: mean(ok.map((r) => r.blockExact)),
    safety: mean(ok.map((r) => r.safety)),
  };
  const tm = ok.reduce((s, r) => s + r.nMust, 0);
  A.recallMicro = tm ? ok.reduce((s, r) => s + r.recall * r.nMust, 0) / tm : null;
  const to = ok.reduce((s, r) => s + r.nOut, 0);
  A.precisionMicro = to ? ok.reduce((s, r) => s + r.precision * r.nOut, 0) / to : null;
  A.recall99 = ok.filter((r) => r.recall >= 0.99).length / rows.length;
  A.prec99 = ok.filter((r) => r.precision >= 0.99).length / rows.length;
  A.cat = {};
  for (const r of ok)
    for (const k in r.cat) {
      const c = (A.cat[k] ??= { hit: 0, ref: 0, out: 0, docs: 0 });
      c.hit += r.cat[k].hit;
      c.ref += r.cat[k].ref;
      c.out += r.cat[k].out;
      c.docs++;
    }
  for (const k in A.cat) {
    const c = A.cat[k];
    c.r = c.ref ? c.hit / c.ref : 1;
    c.p = c.out ? c.hit / c.out : 0;
    c.f = c.r + c.p ? (2 * c.r * c.p) / (c.r + c.p) : 0;
  }
  for (const k of [
    'acc',
    'accHeading',
    'accLi',
    'accEm',
    'accHr',
    'injected',
    'rawTags',
    'glued',
    'specialTotal',
    'specialLost',
    'specialAdded',
    'relLinks',
    'imgDup',
    'nTables',
    'nTablesOut',
    'boilTok',
    'boilKept',
    'mdBytes',
    'textBytes',
    'backslashes',
  ])
    A[k] = ok.reduce((s, r) => s + (r[k] || 0), 0);
  A.docsAcc = ok.filter((r) => r.acc > 0).length;
  A.docsRaw = ok.filter((r) => r.rawTags > 0).length;
  A.leaks = {};
  for (const r of ok) for (const k in r.leaks) A.leaks[k] = (A.leaks[k] || 0) + 1;
  A.leakDocs = ok.filter((r) => Object.keys(r.leaks).some((k) => k !== 'blank3')).length;
  const idem = ok.filter((r) => r.idem !== undefined);
  A.idem = idem.length ? idem.filter((r) => r.idem).length / idem.length : null;
  A.det = ok.every((r) => r.det !== false);
  A.ms = ok.reduce((s, r) => s + (r.ms || 0), 0);
  A.inBytes = ok.reduce((s, r) => s + (r.bytes || 0), 0);
  A.MBs = A.ms ? A.inBytes / 1e6 / (A.ms / 1000) : null;
  return A;
}
async function scoreCorpus(mod, opt) {
  const docs = loadCorpus(opt.corpus, opt);
  const rows = [];
  for (const d of docs) {
    const { html } = d;
    let md, ms;
    const row = { id: d.id, source: d.source, group: d.group, features: d.features, bytes: Buffer.byteLength(html) };
    try {
      const t0 = process.hrtime.bigint();
      md = await mod.toMarkdown(html, { baseUrl: d.baseUrl });
      ms = Number(process.hrtime.bigint() - t0) / 1e6;
      if (typeof md !== 'string') throw new Error('not a string: ' + typeof md);
    } catch (e) {
      rows.push({ ...row, error: String((e && e.message) || e).slice(0, 200) });
      continue;
    }
    let s;
    try {
      s = scoreDoc(html, md, { baseUrl: d.baseUrl });
    } catch (e) {
      rows.push({ ...row, error: 'SCORER ' + (e.stack || e).toString().slice(0, 300) });
      continue;
    }
    Object.assign(row, s, { ms });
    if (!opt.noIdem) {
      try {
        row.det = (await mod.toMarkdown(html, { baseUrl: d.baseUrl })) === md;
        const md2 = await mod.toMarkdown(render(md), { baseUrl: d.baseUrl });
        row.idem = md2.trim() === md.trim();
      } catch {
        row.idem = false;
      }
    }
    rows.push(row);
  }
  return rows;
}
const pct = (x) => (x == null ? '  -  ' : (100 * x).toFixed(1).padStart(5));
export function printAgg(name, A) {
  console.log(
    `## ${name}  docs ${A.docs} errors ${A.errors}  Q ${A.Q?.toFixed(2)}  recall ${pct(A.recall)} (micro ${pct(A.recallMicro)}; docs>=99%: ${pct(A.recall99)})  precision ${pct(A.precision)} (micro ${pct(A.precisionMicro)}; docs>=99% ${pct(A.prec99)})  blockExact ${pct(A.blockExact)}  safety ${pct(A.safety)}`,
  );
  console.log(
    '   F1: ' +
      Object.entries(A.cat)
        .map(([k, c]) => `${k} ${pct(c.f).trim()} (r${pct(c.r).trim()} p${pct(c.p).trim()} n${c.ref})`)
        .join('; '),
  );
  console.log(
    `   accidental: headings ${A.accHeading} li ${A.accLi} em ${A.accEm} hr ${A.accHr} injectedHTML ${A.injected} (docs ${A.docsAcc}); raw HTML tags ${A.rawTags} in ${A.docsRaw} docs; glued words ${A.glued}; special chars lost ${A.specialLost} added ${A.specialAdded} of ${A.specialTotal}; relative URLs ${A.relLinks}; dup images ${A.imgDup}; tables ${A.nTablesOut}/${A.nTables}; boilerplate kept ${A.boilKept}/${A.boilTok}; md/text bytes ${(A.mdBytes / A.textBytes).toFixed(2)}; backslash escapes ${A.backslashes}`,
  );
  console.log(
    `   leak docs ${A.leakDocs} ${JSON.stringify(A.leaks)}; idempotent ${pct(A.idem)}; deterministic ${A.det}; ${A.MBs?.toFixed(2)} MB/s`,
  );
}
// ---------------------------------------------------------------- pathological inputs
export const PERF = {
  'div-nest-1k': () => '<div>'.repeat(1000) + 'x' + '</div>'.repeat(1000),
  'div-nest-5k': () => '<div>'.repeat(5000) + 'x' + '</div>'.repeat(5000),
  'div-nest-50k': () => '<div>'.repeat(50000) + 'x' + '</div>'.repeat(50000),
  'span-nest-5k': () => '<p>' + '<span>'.repeat(5000) + 'x' + '</span>'.repeat(5000),
  'em-nest-5k': () => '<p>' + '<em>a '.repeat(5000) + 'x',
  'list-nest-500': () => '<ul><li>a'.repeat(500),
  'list-nest-2k': () => '<ul><li>a'.repeat(2000),
  'quote-nest-1k': () => '<blockquote><p>a</p>'.repeat(1000),
  'quote-nest-5k': () => '<blockquote><p>a</p>'.repeat(5000),
  'table-nest-500': () => '<table><tr><td>a'.repeat(500),
  'page-5MB': () => {
    let s = '';
    const w =
      'Fontanería en Madrid: presupuesto sin compromiso, «24 horas» y atención <strong>urgente</strong> con <a href="/contacto/">cita previa</a>. ';
    for (let i = 0; s.length < 5e6; i++)
      s +=
        (i % 7 ? '' : `<h2>Servicio ${i}</h2>`) +
        `<p>${w.repeat(4)}</p>` +
        (i % 11 ? '' : '<ul><li>Uno</li><li>Dos</li></ul>');
    return s;
  },
  'page-1MB': () => PERF['page-5MB']().slice(0, 1e6),
  'table-10k-rows': () =>
    '<table>' + '<tr><td>uno</td><td>dos | tres</td><td>cuatro</td></tr>'.repeat(10000) + '</table>',
  'table-100k-rows': () =>
    '<table>' + '<tr><td>uno</td><td>dos | tres</td><td>cuatro</td></tr>'.repeat(100000) + '</table>',
  'list-100k-items': () => '<ol>' + '<li>elemento</li>'.repeat(100000) + '</ol>',
  'flat-p-100k': () => '<p>x</p>'.repeat(100000),
  'text-1-node-5MB': () => '<p>' + 'palabra *otra* _mas_ '.repeat(250000) + '</p>',
  'br-100k': () => '<p>' + 'a<br>'.repeat(100000) + '</p>',
  'inline-100k': () => '<p>' + '<b>a</b> '.repeat(100000) + '</p>',
  'inline-nospace-100k': () => '<p>' + '<b>a</b>'.repeat(100000) + '</p>',
  'unclosed-b-20k': () => '<p><b>a'.repeat(20000),
  'unclosed-font-5k': () => '<p><font color=red>a'.repeat(5000),
  'spaces-1MB': () => '<p>a' + ' '.repeat(1e6) + 'b</p>',
  'nbsp-200k': () => '<p>a' + '&nbsp;'.repeat(2e5) + 'b</p>',
  'nl-pre-1MB': () => '<pre>' + 'a\n'.repeat(5e5) + '</pre>',
  'backticks-50k': () => '<code>' + '`'.repeat(50000) + '</code>',
  'stars-200k': () => '<p>' + '*'.repeat(2e5) + '</p>',
  'brackets-100k': () => '<p>' + '['.repeat(1e5) + '</p>',
  'one-tag-attr-2MB': () => `<p data-x="${'a"b'.replace('"', '&quot;').repeat(3e5)}">x</p>`,
  'comment-5MB': () => '<!--' + 'x'.repeat(5e6) + '--><p>x</p>',
  'empty-divs-200k': () => '<div></div>'.repeat(2e5) + '<p>x</p>',
  'links-50k': () => '<p>' + '<a href="/a b(c)">t]x</a> '.repeat(50000) + '</p>',
  'datauri-5MB': () => `<p><img src="data:image/png;base64,${'A'.repeat(5e6)}" alt="x"> fin</p>`,
};
async function perfChild(modPath, name) {
  const html = PERF[name]();
  const mod = await import(pathToFileURL(path.resolve(modPath)));
  await mod.toMarkdown('<p>warm <b>up</b></p><ul><li>x</li></ul>', { baseUrl: 'https://example.test/' });
  const t0 = process.hrtime.bigint();
  const u0 = process.cpuUsage();
  let r;
  try {
    const md = await mod.toMarkdown(html, { baseUrl: 'https://example.test/' });
    r = {
      ok: true,
      out: md.length,
      has: /x|a|uno|palabra|elemento|Fontaner|\*|`|\[/.test(md),
      tail: md.trim().slice(-12),
    };
  } catch (e) {
    r = { ok: false, err: String(e.message || e).slice(0, 80) };
  }
  {
    const u = process.cpuUsage(u0);
    r.ms = (u.user + u.system) / 1000;
    r.wall = Number(process.hrtime.bigint() - t0) / 1e6;
  }
  r.rss = Math.round(process.memoryUsage().rss / 1e6);
  r.in = html.length;
  console.log('\u0001' + JSON.stringify(r));
  process.exit(0);
}
async function perf(modPath, only, limitMs) {
  const res = {};
  for (const name of Object.keys(PERF)) {
    if (only && !name.includes(only)) continue;
    res[name] = await new Promise((done) => {
      const ch = spawn(
        process.execPath,
        ['--max-old-space-size=3000', fileURLToPath(import.meta.url), modPath, '--perf-child', name],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let o = '',
        er = '';
      ch.stdout.on('data', (d) => (o += d));
      ch.stderr.on('data', (d) => (er += d));
      const to = setTimeout(() => {
        ch.kill('SIGKILL');
        done({ ok: false, err: `TIMEOUT ${limitMs} ms`, ms: limitMs });
      }, limitMs);
      ch.on('exit', (code) => {
        clearTimeout(to);
        const i = o.indexOf('\u0001');
        if (i >= 0) done(JSON.parse(o.slice(i + 1).trim()));
        else
          done({
            ok: false,
            err:
              'CRASH ' +
              code +
              ' ' +
              (/(RangeError|heap out of memory|Maximum call)[^\n]*/.exec(er)?.[0] || er.slice(0, 80)),
            ms: null,
          });
      });
    });
    const r = res[name];
    console.log(
      name.padEnd(22),
      r.ok
        ? `${r.ms.toFixed(0).padStart(7)} ms CPU  ${(r.in / 1e6 / (r.ms / 1000)).toFixed(2).padStart(8)} MB/s  rss ${r.rss} MB  out ${r.out}`
        : `  FAIL ${r.err}`,
    );
  }
  return res;
}
// ---------------------------------------------------------------- CLI
async function main() {
  const a = process.argv.slice(2);
  const modPath = a[0];
  const g = (k) => {
    const i = a.indexOf('--' + k);
    return i < 0 ? undefined : a[i + 1];
  };
  const has = (k) => a.includes('--' + k);
  if (!modPath || modPath.startsWith('--')) {
    console.log(
      fs
        .readFileSync(fileURLToPath(import.meta.url), 'utf8')
        .split('\n')
        .slice(1, 10)
        .join('\n'),
    );
    process.exit(1);
  }
  if (has('perf-child')) await perfChild(modPath, g('perf-child'));
  else if (has('perf')) {
    const r = await perf(modPath, g('only'), Number(g('limit-ms') || 60000));
    if (g('json')) fs.writeFileSync(g('json'), JSON.stringify(r));
  } else {
    const mod = await import(pathToFileURL(path.resolve(modPath)));
    const opt = {
      corpus: g('corpus'),
      group: g('group'),
      feature: g('feature'),
      notFeature: g('not-feature'),
      limit: g('limit') && +g('limit'),
      noIdem: has('no-idem'),
    };
    if (has('speed')) {
      const docs = loadCorpus(opt.corpus, opt).map((d) => ({ h: d.html, b: d.baseUrl }));
      const bytes = docs.reduce((s, d) => s + Buffer.byteLength(d.h), 0);
      const ts = [];
      const per = [];
      const cpu = () => {
        const u = process.cpuUsage();
        return (u.user + u.system) / 1000;
      };
      for (let k = 0; k < 4; k++) {
        const t0 = cpu();
        for (const d of docs) {
          const t1 = cpu();
          try {
            await mod.toMarkdown(d.h, { baseUrl: d.b });
          } catch {}
          if (k === 3) per.push(cpu() - t1);
        }
        ts.push(cpu() - t0);
      }
      per.sort((x, y) => x - y);
      const best = Math.min(...ts.slice(1));
      console.log(
        `${docs.length} docs ${(bytes / 1e6).toFixed(2)} MB (CPU time): passes ${ts.map((t) => t.toFixed(0)).join(' ')} ms; best ${(bytes / 1e6 / (best / 1000)).toFixed(2)} MB/s; per doc p50 ${per[per.length >> 1].toFixed(2)} p95 ${per[Math.floor(per.length * 0.95)].toFixed(2)} max ${per[per.length - 1].toFixed(1)} ms`,
      );
      return;
    }
    if (has('probes')) {
      const { runProbes } = await import('./probes.mjs');
      const r = await runProbes(mod.toMarkdown);
      for (const p of r)
        console.log(
          (p.pass ? 'PASS ' : 'FAIL ') +
            p.cls.padEnd(14) +
            p.name +
            (p.pass ? '' : '   -> ' + JSON.stringify(p.md).slice(0, 160)),
        );
      console.log(`${r.filter((p) => p.pass).length}/${r.length}`);
      if (g('json')) fs.writeFileSync(g('json'), JSON.stringify(r));
    } else if (has('show')) {
      const d = loadCorpus(opt.corpus).find((x) => x.id === g('show'));
      const { html } = d;
      const md = await mod.toMarkdown(html, { baseUrl: d.baseUrl });
      const s = scoreDoc(d.html, md, { baseUrl: d.baseUrl, detail: true });
      console.log(md.slice(0, +(g('chars') || 3000)));
      console.log(JSON.stringify(s, (k, v) => (v instanceof Set ? [...v] : v), 1));
    } else {
      const rows = await scoreCorpus(mod, opt);
      const groups = {};
      for (const r of rows) (groups[r.group] ??= []).push(r);
      printAgg('ALL', aggregate(rows));
      if (has('groups')) for (const k in groups) printAgg(k, aggregate(groups[k]));
      const errs = rows.filter((r) => r.error);
      for (const e of errs.slice(0, 5)) console.log('   ERROR', e.id, e.error);
      if (g('worst'))
        for (const r of rows
          .filter((r) => !r.error)
          .sort((x, y) => x.Q - y.Q)
          .slice(0, +g('worst')))
          console.log(
            '   worst',
            r.Q.toFixed(1),
            'rec',
            r.recall.toFixed(3),
            'prec',
            r.precision.toFixed(3),
            'str',
            r.struct?.toFixed(2),
            r.id,
          );
      if (g('json')) fs.writeFileSync(g('json'), JSON.stringify(rows));
    }
  }
}
if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  main().catch((e) => {
    console.error(e);
    process.exit(1);
  });
