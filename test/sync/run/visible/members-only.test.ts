import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leftOutOf, leftOutText } from '../../../../sync/report/left-out.ts';
import { isNotice, withoutNotices } from '../../../../sync/run/visible/members-only.ts';
import { NOTICE_MARKS } from '../../../../sync/run/visible/membership-notices.ts';
import { paths, smallSite } from '../small-site.ts';

/** What anonymous visitors, and the REST API, get of a protected page; after the markup of each plugin, with texts of our own. */
const MARKED: Readonly<Record<string, readonly string[]>> = {
  WordPress: [
    '<form action="/wp-login.php?action=postpass" class="post-password-form"><p>Clave: <input type="password"></p></form>',
  ],
  'All-in-One Content Restriction': [
    '<div class="aiocr-blur" style="-webkit-filter: blur(10px); text-shadow: 0 0 10px #000;">Kru vela tomin, ersa plu.</div>',
  ],
  'Content Control': [
    '<div class="content-control-container jp-cc content-control-not-accessible jp-cc-not-accessible">Solo para la casa.</div>',
    '<div class="jp-cc jp-cc-not-accessible">Solo para la casa.</div>',
  ],
  'Easy Digital Downloads': ['<div class="edd_cr_message">Solo para quien compró.</div>'],
  'Hide Content': [
    '<div class="swp_no_logged_in_msg">Primero, entra. <a href="/alta/" class="swp_signup">Alta</a></div>',
  ],
  'Indeed Ultimate Membership Pro': [
    '<div class="ihc-locker-wrap"><div class="ihc_locker_1"><h2>Con llave</h2><a href="/acceso/">Entrar</a></div></div>',
  ],
  Jetpack: [
    '<div class="wp-block-group jetpack-subscribe-paywall has-border-color"><h2>Sigue leyendo</h2><p>Suscríbete.</p></div>',
  ],
  'Leaky Paywall': ['<div class="leaky_paywall_message_wrap"><div id="leaky_paywall_message">Suscríbete.</div></div>'],
  MemberPress: [
    '<div class="mp_wrapper"><div class="mepr-unauthorized-message"><p>No te toca.</p></div><div class="mepr-login-form-wrap"><span class="mepr-login-link"><a href="/acceso/">Entrar</a></span></div></div>',
    '<div class="mp_wrapper"><div class="mepr-paywall-overlay"><div class="mepr-paywall-container"><div class="mepr-unauthorized-message">Muro</div></div></div></div>',
    '<div class="mp_wrapper alignwide"><div class="mepr-unauthorized-excerpt"><div class="mepr_pro_error" id="mepr_jump"><svg></svg><div class="mepr_pro_error_content">No te toca.</div></div></div></div>',
  ],
  Members: ['<div class="members-access-error"><p>Te falta un papel.</p></div>'],
  Newspack: [
    '<div class="newspack-content-gate__gate newspack-content-gate__inline-gate"><p>Apóyanos y sigue.</p></div>',
    '<div class="newspack-memberships__gate newspack-memberships__inline-gate"><p>Apóyanos y sigue.</p></div>',
  ],
  'Paid Memberships Pro': [
    '<div class="pmpro"><div class="pmpro_card pmpro_content_message"><h2 class="pmpro_card_title">Nivel oro</h2><div class="pmpro_card_content"><p>Elige tu nivel.</p></div><div class="pmpro_card_actions">¿Ya eres de la casa?</div></div></div>',
    '<div class="pmpro_content_message">Elige tu nivel.</div>',
  ],
  Passster: [
    '<div class="passster-form" id="ps-1"><form class="password-form"><h4>Zona con clave</h4><input type="password"></form></div>',
  ],
  'Password Content Shortcode': [
    '<form action="#csp_form" method="post" class="csp_form" id="csp_form">Con clave <input type="text" name="csp_input"></form>',
  ],
  Patreon: [
    '<div class="patreon-campaign-banner"><div class="patreon-locked-content-message">Hay que ser mecenas.</div><div class="patreon-patron-button-wrapper"><div class="patreon-universal-button"><a href="/x/">Entrar</a></div></div></div>',
  ],
  'Profile Builder': [
    '<span class="wppb-frontend-restriction-message wppb-content-restriction-message"><p>Hay que entrar.</p></span>',
  ],
  'Restrict Content Pro': [
    '<div class="rcp_restricted rcp_paid_only"><p>Hay que pagar.</p></div>',
    '<div class="rcp_message error"><p class="rcp_error rcp_pending_member"><span>Falta tu correo.</span></p></div>',
  ],
  'Restricted Content Based on Purchase': ['<div class="resconbop_custom_text"><p>Esto va aparte.</p></div>'],
  'Shortcodes Ultimate': [
    '<div class="su-members" style="background-color:#ffc;border-color:#cc0;color:#660">Antes de leer, <a href="/wp-login.php">entra</a>.</div>',
  ],
  'Simple Membership': [
    '<div class="swpm-post-not-logged-in-msg">Antes de seguir, <a href="/acceso/">entra</a>.</div>',
    '<div class="swpm-post-no-access-msg">Tu nivel no llega.</div>',
    '<div class="swpm-post-account-expired-msg swpm-yellow-box">Tu cuenta venció.</div>',
    '<div class="swpm-post-older-post-msg">Es de antes.</div>',
  ],
  'Twitter Content Locker': ['<div class="twitterlocker-box">Compártelo y sigue.</div>'],
  'Ultimate Member': [
    '<div class="um-locked-content"><div class="um-locked-content-msg">Hay que <a href="/acceso/">entrar</a>.</div></div>',
  ],
  'User Registration': [
    '<span class="urcr-restrict-msg"><h3>De socios</h3><p>Date de alta.</p></span>',
    '<span class="urcr-restrict-message">De socios.</span>',
    '<div class="urcr-access-card"><h3 class="urcr-access-heading">De socios</h3></div>',
    '<style>.urcr-access-card { display: flex }</style><div class="urcr-access-card"><span class="urcr-restrict-msg">Solo para la casa.</span></div>',
  ],
  'WooCommerce Memberships': [
    '<div class="woocommerce"><div class="woocommerce-info wc-memberships-restriction-message wc-memberships-message wc-memberships-content-restricted-message">Compra un nivel.</div></div>',
    '<div class="wc-memberships-content-delayed-message">Podrás el 3 de mayo.</div>',
    '<div class="woocommerce"><div class="woocommerce-info wc-memberships-restriction-message wc-memberships-restricted-content-message">Compra un nivel.</div></div>',
  ],
  'WP-Members': ['<div id="wpmem_restricted_msg"><p>Solo con cuenta.</p></div>'],
};

/** Notices without a mark: as Ultimate Member, Restrict Content Pro and Content Control print what their owner wrote. */
const UNMARKED = [
  '<p>Este contenido es exclusivo para suscriptores. <a href="/registro/">Regístrate</a>.</p>',
  '<p>Debes iniciar sesión para ver esta página.</p>',
  '<p>Contenido restringido</p>',
  '<p>This content is restricted to subscribers</p>',
  '<p>You have no rights to see this entry.</p>',
  '<p>You must be logged in to view this content.</p>',
  '<p>This page is for registered customers only. Please <a href="/wp-login.php">sign in</a>.</p>',
  '<p>Sorry, you don’t have permission to access this page.</p>',
  '<p>Aquest contingut és només per a socis.</p>',
  '<p>Este conteúdo é exclusivo para assinantes.</p>',
  '<p>Ce contenu est réservé aux abonnés.</p>',
  '<p>Dieser Inhalt ist nur für Mitglieder.</p>',
  '<p>Questo contenuto è riservato ai soci.</p>',
  '<p>Deze inhoud is alleen voor leden.</p>',
  '<p>Ta treść jest tylko dla członków. Zaloguj się.</p>',
  '<p>Этот материал доступен только для зарегистрированных пользователей.</p>',
  '<p>Для просмотра содержимого необходимо авторизоваться.</p>',
  '<p>Цей вміст доступний лише для членів клубу.</p>',
  '<p>Pro zobrazení obsahu se musíte přihlásit.</p>',
  '<p>Det här innehållet är endast för medlemmar.</p>',
  '<p>Dette indhold er kun for medlemmer.</p>',
  '<p>Du må være logget inn for å se dette innholdet.</p>',
  '<p>Acest conținut este restricționat.</p>',
  '<p>Ez a tartalom csak tagok számára elérhető.</p>',
  '<p>Αυτό το περιεχόμενο είναι μόνο για μέλη.</p>',
  '<p>Bu içerik yalnızca üyelere özeldir.</p>',
  '<p>このコンテンツは会員限定です。</p>',
  '<p>Tämä sisältö on vain jäsenille.</p>',
  '<p>Hazte socio para seguir leyendo este artículo.</p>',
  '<p>Suscríbete para desbloquear este contenido.</p>',
  '<p>Become a member to unlock this post.</p>',
  '<p>You do not have sufficient permissions to view this page.</p>',
  '<p>Bitte logge dich ein, um diesen Inhalt zu sehen.</p>',
  '<p>Connectez-vous pour lire la suite de cet article.</p>',
  '<p>Assine para continuar lendo este conteúdo.</p>',
  '<p>Bitte melden Sie sich an, um diesen Inhalt zu sehen.</p>',
  '<p>Um diesen Beitrag zu lesen, melden Sie sich bitte an.</p>',
  '<p>Sie müssen sich zuerst anmelden. Die Seite ist für Kunden.</p>',
  '<p>Dieser Inhalt ist geschützt. Bitte mit Ihrem Benutzerkonto anmelden.</p>',
  '<p>Чтобы читать эту статью, нужно зарегистрироваться на сайте.</p>',
  '<p>Před zobrazením této stránky je třeba se přihlásit.</p>',
  '<p>L’accès à cette page est restreint.</p>',
  '<p>Para esto hay que entrar:</p><form id="rcp_login_form" class="rcp_form"><input name="rcp_user_pass" type="password"></form>',
];

const TEXT =
  '<p>La revisión de cada año incluye el desplazamiento, la limpieza del quemador y la medición de los gases de la combustión.</p>';

describe('isNotice', () => {
  it('knows what each plugin of the table shows in the place of a text', () => {
    assert.deepEqual(
      Object.keys(MARKED),
      NOTICE_MARKS.map(({ plugin }) => plugin),
    );
    for (const html of Object.values(MARKED).flat()) assert.equal(isNotice(html), true, html);
  });

  it('knows a notice without a mark by what it says', () => {
    for (const html of UNMARKED) assert.equal(isNotice(html), true, html);
  });

  it('knows it with elements and comments within its words', () => {
    const letters = 'Este contenido es exclusivo para suscriptores'.replaceAll(/./g, '<span>$&</span>');
    for (const html of [
      '<p>Este conte<b>nido</b> es só<!-- -->lo para so<span>c</span>ios.</p>',
      '<p>Debes inici<wbr>ar se<a href="/x/">sión</a> para ver esta página.</p>',
      letters,
    ])
      assert.equal(isNotice(html), true, html);
  });

  it('takes no text of a page for a notice', () => {
    for (const html of [
      TEXT,
      '<p>Todos los contenidos de esta página son nuestros.</p>',
      '<p>Somos una sociedad de responsabilidad limitada. Página en obras.</p>',
      '<p>Spółka z ograniczoną odpowiedzialnością. Strona główna.</p>',
      '<p>Tutti i diritti riservati. Pagina legale.</p>',
      '<p>Parking is in the restricted zone behind the shop; read the signs.</p>',
      '<p>Zona exclusiva para parejas, con un artículo de regalo.</p>',
      '<p>Werden Sie Mitglied und helfen Sie mit. Der Beitrag beträgt 30 € im Jahr.</p>',
      '<p>Suscríbete a nuestro boletín para leer cada artículo antes que nadie.</p>',
      '<p>Subscribe to our newsletter and read each article first.</p>',
      '<p>Войдите в наш магазин: лучшие материалы для дома.</p>',
      '<p>Se vores hold. Kun for medlemmer er der rabat.</p>',
      '<p>会員限定セールのページは毎月更新します。</p>',
      '<p>Okulumuza giriş yapan herkes bilir.</p>',
      '<p>Abonnez-vous pour recevoir chaque article par courriel.</p>',
      '<p>Diese Seite ist im Aufbau. Bitte rufen Sie uns an.</p>',
      '<p>Artikel nur auf Anfrage. Bitte wenden Sie sich an unser Team.</p>',
      '<p>Inhalt: zwei Abende am Herd. Bitte telefonisch anmelden.</p>',
      '<p>To purchase this article, call our shop.</p>',
      '<p>Groupe restreint de huit personnes. Voir le programme.</p>',
      '<p>Группа: только 8 участников. Подробности на странице контактов.</p>',
      '<p>Нужно зарегистрироваться по телефону. Программа на странице.</p>',
      '<p>У групі лише 10 учасників, програма на сторінці.</p>',
      '<p>Vi er bare 20 medlemmer. Du kan lese mer om oss her.</p>',
      '<p>Foreningen har kun 50 medlemmer. Læs mere på siden.</p>',
      '<p>Meitä on vain 20 jäsentä. Lue lisää sivuilta.</p>',
      '<p>Sadece 20 üyemiz var, sayfamızı takip edin.</p>',
      '<p>Csak 20 tagunk van, olvass rólunk.</p>',
      '<p>Přihlaste se na kurz vaření. Obsah kurzu je zde.</p>',
      '<p>El contenido está protegido por derechos de autor.</p>',
      '',
    ])
      assert.equal(isNotice(html), false, html);
  });
});

describe('withoutNotices', () => {
  it('takes the notice alone out of a text that goes on', () => {
    for (const html of Object.values(MARKED).flat()) {
      const rest = withoutNotices(`<div>${TEXT}${html}${TEXT}</div>`);
      assert.ok(rest.startsWith(`<div>${TEXT}`) && rest.endsWith(`${TEXT}</div>`), rest);
      assert.equal(isNotice(`${TEXT}${html}`), false);
    }
  });

  it('leaves what only names a notice, and nothing of one that does not end', () => {
    const code = '<style>.members-access-error { color: red }</style><code>class="um-locked-content"</code>';
    assert.equal(withoutNotices(code), code);
    assert.equal(withoutNotices(`${TEXT}<div class="um-locked-content"><p>Solo`), TEXT);
  });
});

describe('run, on a site with a membership plugin', () => {
  it('publishes no notice, neither as the text of a page nor in one', async () => {
    const notices = [...Object.values(MARKED).flat(), ...UNMARKED];
    await using site = await smallSite(notices.length * 2 + 1);
    for (const [at, notice] of notices.entries()) {
      site.edit(11 + at, { content: notice });
      site.edit(11 + notices.length + at, {
        content: `${TEXT}${at < notices.length - UNMARKED.length ? notice : TEXT}`,
      });
    }
    const { skipped } = await site.sync();
    assert.deepEqual(skipped, { 'members only': notices.length });
    assert.equal(paths(site).length, notices.length + 1);
    const texts = [...site.mirror.publishable()].map(({ markdown }) => markdown).join('\n');
    assert.doesNotMatch(texts, /No te toca|Elige tu nivel|Solo para la casa|Compra un nivel|Hay que pagar|Clave/);
  });

  it('lets a page go whose text a notice takes', async () => {
    await using site = await smallSite();
    await site.sync();
    for (const [at, notice] of UNMARKED.slice(0, 8).entries()) {
      site.edit(11 + at, { content: notice, modified_gmt: '2026-05-01T00:00:00' });
    }
    assert.equal((await site.sync()).gone, 8);
  });
});

describe('run, where visitors get a teaser beside the notice that the REST API gives', () => {
  const teaser =
    '<p>En esta guía contamos cómo se purga un radiador sin manchar el suelo, y qué herramienta hace falta para ello.</p>';
  const notice = '<div class="members-access-error"><p>Te falta un papel para leer lo demás.</p></div>';
  const marked = (main: string) => `<article class="entry-content"><h1>pagina-11</h1>${main}</article>`;
  const more = Array.from({ length: 20 }, (_, at) => `<p>El paso ${at} de la guía tiene muchas más palabras.</p>`).join(
    '',
  );

  const cases: Readonly<Record<string, { readonly content: string; readonly main: string; readonly left?: RegExp }>> = {
    'beside a marked notice': { content: notice, main: marked(teaser + notice) },
    'beside an unmarked one': { content: UNMARKED[1] ?? '', main: marked(`${teaser}${UNMARKED[1]}`) },
    'beside a form': { content: UNMARKED.at(-1) ?? '', main: marked(`${teaser}${UNMARKED.at(-1)}`) },
    'where there is none': { content: notice, main: marked(`<time>3 de mayo</time>${notice}`), left: /\(Members\)/ },
    'where the text stands there, which a script covers': {
      content: notice,
      main: marked(teaser + more + notice),
      left: /Members: beside its notice stands more than a teaser/,
    },
    'where a short text stands under a cover': {
      content: notice,
      main: marked(`${teaser}<div class="x paywall-box">${notice}</div>`),
      left: /a script may cover/,
    },
    'where a cache still has the text': {
      content: notice,
      main: marked(`${teaser}<p>Se abre la llave y se cierra.</p>`),
      left: /does not show the notice/,
    },
    'where it says for whom it is in other words': {
      content: notice,
      main: marked(`${teaser}<p>Este contenido es exclusivo para suscriptores de la revista.</p>${notice}`),
      left: /cannot be told from its notice/,
    },
  };
  for (const [where, { content, main, left }] of Object.entries(cases)) {
    it(`${left ? 'leaves the page out' : 'publishes the teaser'} ${where}`, async () => {
      await using site = await smallSite();
      site.edit(11, { content, shown: { main } });
      assert.deepEqual((await site.sync()).skipped, left ? { 'members only': 1 } : {});
      if (left) assert.match(leftOutText(leftOutOf(site.mirror)), left);
      else
        assert.match(
          site.mirror.publishablePage(11)?.markdown ?? '',
          /^(?:# pagina-11\n\n)?En esta guía [^\n]* ello\.$/,
        );
    });
  }

  it('keeps it while the page cannot be seen, and lets a text go that only its notice tells of', async () => {
    await using site = await smallSite();
    site.edit(11, { content: notice, shown: { main: marked(teaser + notice) } });
    await site.sync();
    site.edit(12, { content: notice, modified_gmt: '2026-05-01T00:00:00' });
    site.edit(11, { modified_gmt: '2026-05-01T00:00:00' });
    site.way.setFaults(({ url }) => (url.startsWith('/pagina-1') ? { kind: 'status', status: 503 } : undefined));
    assert.equal((await site.sync()).gone, 1);
    assert.deepEqual([paths(site).includes(11), paths(site).includes(12)], [true, false]);
  });
});

describe('run, where the REST API cuts a text off with a notice', () => {
  const notice = '<div class="leaky_paywall_message_wrap"><p>Abónate para seguir.</p></div>';
  const whole = `<article>${TEXT}<p>Lo demás es de quien paga.</p></article>`;

  it('leaves the page out whose own HTML has it whole, for a script to cut off, and publishes one that is cut off there', async () => {
    await using site = await smallSite();
    site.edit(11, { content: TEXT + notice, shown: { main: whole } });
    site.edit(12, { content: TEXT + notice });
    site.edit(13, { content: `${TEXT}<p>Lo demás es de quien paga.</p>`, shown: { main: whole } });
    assert.deepEqual((await site.sync()).skipped, { 'members only': 1 });
    assert.deepEqual([paths(site).includes(11), paths(site).includes(12)], [false, true]);
    assert.match(leftOutText(leftOutOf(site.mirror)), /Leaky Paywall: its page does not show the notice/);
    assert.doesNotMatch(site.mirror.publishablePage(12)?.markdown ?? '', /Abónate/);
    assert.match(site.mirror.publishablePage(13)?.markdown ?? '', /quien paga/);
  });
});

describe('run, on a page that names a paywall for search engines', () => {
  const free = '<p>Lo que sigue es de todos: el gas sube un tres por ciento en otoño, y la luz baja casi un cinco.</p>';
  const paid = '<div class="x muro"><p>Y esto es de quien paga.</p></div>';
  const data = (selector: string, isFree: unknown = 'False') =>
    `<script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': 'NewsArticle', hasPart: { isAccessibleForFree: isFree, cssSelector: selector } }] })}</script>`;

  it('leaves out a text that is not free as a whole, and keeps what is about a thing that costs money, or free, or another page', async () => {
    await using site = await smallSite();
    const say = (...documents: readonly unknown[]) => ({
      content: free,
      shown: {
        head: documents
          .map((document) => `<script type="application/ld+json">${JSON.stringify(document)}</script>`)
          .join(''),
      },
    });
    const article = { '@type': ['NewsArticle'], isAccessibleForFree: false };
    site.edit(11, say({ '@graph': [{ '@type': 'Organization' }, article] }));
    site.edit(12, say([{ '@type': 'https://schema.org/WebPage', isAccessibleForFree: 'http://schema.org/False' }]));
    site.edit(
      13,
      say({ '@type': 'Museum', isAccessibleForFree: false }, { '@type': 'Course', isAccessibleForFree: 'False' }),
    );
    site.edit(14, say({ '@type': 'BlogPosting', isAccessibleForFree: true }, null));
    site.edit(15, say({ '@type': 'ItemList', itemListElement: [{ item: article }] }));
    site.edit(16, say(article, { hasPart: [{ isAccessibleForFree: false, cssSelector: '.muro' }] }));
    await site.sync();
    assert.deepEqual(paths(site), [13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
    assert.match(leftOutText(leftOutOf(site.mirror)), /a paywall whose parts sync cannot tell/);
  });

  it('publishes what is free, and leaves out what is not, also where no part of it is free or its selector is unknown', async () => {
    await using site = await smallSite();
    const page = (content: string, head: string) => ({ content, shown: { head } });
    site.edit(11, page(free + paid, data('.muro')));
    site.edit(12, page(paid, data('#otro, .muro', false)));
    site.edit(13, page(free + paid, data('.muro > p:nth-child(2)')));
    site.edit(14, page(free + paid, data('.muro', true)));
    site.edit(15, page(free + paid, data('.muro').replace('}]', '},]')));
    site.edit(16, page(free + paid, data('.muro', true).replace('}]', '},]')));
    assert.deepEqual((await site.sync()).skipped, { 'members only': 3 });
    assert.match(site.mirror.publishablePage(11)?.markdown ?? '', /^Lo que sigue [^\n]* cinco\.$/);
    assert.match(site.mirror.publishablePage(14)?.markdown ?? '', /quien paga/);
    site.edit(11, { content: `${free}${paid}<p>Más.</p>`, modified_gmt: '2026-05-01T00:00:00' });
    site.way.setFaults(({ url }) => (url.startsWith('/pagina-') ? { kind: 'status', status: 503 } : undefined));
    await site.sync();
    assert.doesNotMatch(site.mirror.publishablePage(11)?.markdown ?? '', /quien paga/);
  });
});
