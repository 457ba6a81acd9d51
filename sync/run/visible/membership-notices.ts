/** Names, of classes or ids, that a plugin gives to the notice which it shows in the place of a text, or of a part of it. */
export const NOTICE_MARKS: readonly { readonly plugin: string; readonly names: readonly string[] }[] = [
  { plugin: 'WordPress', names: ['post-password-form'] },
  { plugin: 'All-in-One Content Restriction', names: ['aiocr-blur'] },
  { plugin: 'Content Control', names: ['content-control-not-accessible', 'jp-cc-not-accessible'] },
  { plugin: 'Easy Digital Downloads', names: ['edd_cr_message'] },
  { plugin: 'Hide Content', names: ['swp_no_logged_in_msg'] },
  { plugin: 'Indeed Ultimate Membership Pro', names: ['ihc-locker-wrap'] },
  { plugin: 'Jetpack', names: ['jetpack-subscribe-paywall'] },
  { plugin: 'Leaky Paywall', names: ['leaky_paywall_message_wrap'] },
  { plugin: 'MemberPress', names: ['mepr-unauthorized-message', 'mepr-login-form-wrap', 'mepr_pro_error'] },
  { plugin: 'Members', names: ['members-access-error'] },
  { plugin: 'Newspack', names: ['newspack-content-gate__gate', 'newspack-memberships__gate'] },
  { plugin: 'Paid Memberships Pro', names: ['pmpro_content_message'] },
  { plugin: 'Passster', names: ['passster-form'] },
  { plugin: 'Password Content Shortcode', names: ['csp_form'] },
  { plugin: 'Patreon', names: ['patreon-campaign-banner'] },
  { plugin: 'Profile Builder', names: ['wppb-frontend-restriction-message', 'wppb-content-restriction-message'] },
  { plugin: 'Restrict Content Pro', names: ['rcp_restricted', 'rcp_pending_member'] },
  { plugin: 'Restricted Content Based on Purchase', names: ['resconbop_custom_text'] },
  { plugin: 'Shortcodes Ultimate', names: ['su-members'] },
  {
    plugin: 'Simple Membership',
    names: [
      'swpm-post-not-logged-in-msg',
      'swpm-post-no-access-msg',
      'swpm-post-account-expired-msg',
      'swpm-post-older-post-msg',
      'swpm-more-tag-not-logged-in',
      'swpm-more-tag-account-expired-msg',
      'swpm-more-tag-restricted-msg',
    ],
  },
  { plugin: 'Twitter Content Locker', names: ['twitterlocker-box'] },
  { plugin: 'Ultimate Member', names: ['um-locked-content'] },
  { plugin: 'User Registration', names: ['urcr-restrict-msg', 'urcr-restrict-message', 'urcr-access-card'] },
  {
    plugin: 'WooCommerce Memberships',
    names: [
      'wc-memberships-content-restricted-message',
      'wc-memberships-content-restricted',
      'wc-memberships-content-delayed-message',
      'wc-memberships-restricted-content-message',
      'wc-memberships-restriction-message',
    ],
  },
  { plugin: 'WP-Members', names: ['wpmem_restricted_msg'] },
];

/**
 * Words of notices without a mark, which Ultimate Member, Restrict Content Pro, Content Control and others print as their owner
 * wrote them: of what is kept, and of whom it is kept for. Each begins a word; by primary subtag.
 */
const WORDS: Readonly<Record<string, { readonly kept: string; readonly for: string }>> = {
  ca: {
    kept: 'contingut|pàgin|article|entrada|lliçó|veure|llegir|accedir',
    for: 'restringi|només per a (?:soci|membre|subscript|usuaris registra)|exclusiu per a (?:soci|membre|subscript)|(?:inicia|iniciar|inicieu) (?:la )?sessió|no (?:tens|teniu) (?:accés|permís)',
  },
  cs: {
    kept: 'obsah|stránk|článe?k|příspěv|zobraz|přečíst',
    for: '(?:pouze|jen) pro (?:\\S+ ){0,1}(?:přihlášen|registrovan|člen|předplatitel)|(?:musíte|je nutné|je třeba) (?:\\S+ ){0,2}přihlásit(?! (?:se )?(?:na|do|u|předem) )|přihlaste se(?! (?:na|do|u|předem) )',
  },
  da: {
    kept: 'indhold|sid[ea]|artik|indlæg|læse|at se ',
    for: '(?:kun|forbeholdt) (?:for |til )?(?:(?!\\d)\\S+ )?(?:medlem|abonnent|registrered)|log(?:ge)? ind for',
  },
  de: {
    kept: 'weiterlesen|weiterzulesen|inhalt|seite|beitrag|artikel|eintrag|lektion',
    for: 'logge?n? (?:dich|sie sich) ein|werden? (?:\\S+ ){0,2}(?:mitglied|abonnent)\\S* um (?:weiter|diesen|dieses)|mitgliedern? vorbehalten|nur für (?:\\S+ )?(?:mitglied|abonnent|angemeldet|registriert)|meld(?:en sie sich|e dich) (?:(?:bitte|hier|zuerst) )?an (?:um|damit|oder|noch kein|$)|(?:musst du dich|müssen sie sich|sie müssen sich|du musst dich) (?:(?!zum|zur|für|bei|vorher|telef)\\S+ ){0,2}anmelden |bitte (?:(?:\\S+ ){1,2}(?:\\S*konto|zugangsdaten) |zuerst )?anmelden (?:um|damit|oder|$)|eingeloggt|einloggen|keine berechtigung|keinen zugriff',
  },
  el: {
    kept: '\\S*περιεχόμεν|σελίδ|άρθρ|να δείτε|να διαβάσετε',
    for: 'μόνο (?:για|σε) (?:\\S+ )?(?:μέλη|συνδρομητ|εγγεγραμμέν)|συνδεθείτε|πρέπει να (?:συνδεθ|είστε συνδεδεμέν)',
  },
  en: {
    kept: 'reading|content|page |post |article|entry|lesson|this section|to (?:view|read|see|access)',
    for: '(?:subscribe|sign up|join|become an? \\S+)(?: \\S+){0,2} to (?:(?:continue|keep) (?:reading|watching)|unlock)|(?:paying|paid) subscribers|purchase this (?:content|post|page|article to)|(?:page|content|post|article) is private|(?:don t|do not) have (?:sufficient|enough) permission|(?:is|are) (?:\\S+ )?restricted|restricted (?:to|content)|members? only|only (?:for|to|available to) (?:\\S+ ){0,2}(?:member|subscriber|registered)|for (?:\\S+ ){0,4}members only|for (?:registered|logged in) \\S+ only|(?:be )?logged in|log ?in to|login to|sign in to|(?:don t|do not) (?:currently )?have (?:access|permission)|have no (?:rights|permission|access) to',
  },
  es: {
    kept: 'contenido|página|artículo|entrada|lección|ver |leer|acceder',
    for: '(?:suscr[ií]b|hazte|h[aá]gase|[uú]nete|reg[ií]str)\\S*(?: \\S+){0,3} para (?:(?:seguir|continuar) (?:leyendo|viendo)|desbloquear)|(?:página|contenido|artículo|entrada) es privad|restringid|s[oó]lo para (?:soci|miembro|suscript|usuarios registrad|clientes registrad)|exclusiv[oa] para (?:soci|miembro|suscript)|(?:inici[aeo]r?|iniciado) (?:la )?sesión|no tienes? (?:acceso|permiso)|necesitas? (?:una cuenta|identificar)',
  },
  eu: {
    kept: 'eduki|orri|artikulu|ikusteko|irakurtzeko',
    for: 'mugatuta|bazkideentzat|kideentzat|saioa has',
  },
  fi: {
    kept: 'sisäl|siv|artikkel|näh|luk',
    for: 'vain (?:(?!\\d)\\S+ )?(?:jäsen|tilaaj|kirjautun|rekisteröity)|kirjaudu sisään|kirjauduttava',
  },
  fr: {
    kept: 'suite|contenu|page |article|leçon|voir|lire|accéder',
    for: 'connectez vous pour (?:accéder|lire|voir|continuer)|abonnez vous pour (?:accéder à (?:ce|cet|la suite)|continuer)|réservée?s? aux abonné|(?<!(?:nombre|groupe|comité|choix|espace|cercle|effectif) )restrein|réservée?s? (?:à|aux) (?:\\S+ ){0,2}(?:membre|abonné|adhérent|inscrit)|(?:être|vous) connect|identifiez vous|n avez pas (?:accès|la permission|l autorisation)',
  },
  gl: {
    kept: 'contido|páxina|artigo|entrada|ver |ler |acceder',
    for: 'restrinxid|só para (?:soci|membro|subscrit)|exclusiv[oa] para (?:soci|membro|subscrit)|(?:inicia|inicie|iniciar) (?:a )?sesión|non tes (?:acceso|permiso)',
  },
  hu: {
    kept: 'tartal|oldal|cikk|bejegyz|megtekint|olvas',
    for: 'csak (?:(?!\\d)\\S+ )?(?:tag(?:ok|jai)|előfizet|regisztrált|bejelentkez)|jelentkezz(?:en)? be|be kell jelentkez',
  },
  it: {
    kept: 'contenut|pagina|articolo|lezione|vedere|leggere|accedere',
    for: 'riservat[oaie] (?:a |ai |agli |alle )|(?:solo|soltanto) (?:per i |ai )(?:membri|soci|abbonati|iscritti)|effettua(?:re)? (?:il )?(?:login|accesso)|non hai (?:accesso|il permesso|i permessi)',
  },
  ja: {
    kept: '\\S*(?:コンテンツ|ページ|記事|閲覧)',
    for: '\\S*(?:会員限定(?:コンテンツ|記事|ページ|です)|ログインしてください|ログインが必要)',
  },
  nb: {
    kept: 'innhold|sid[ea]|artik|innlegg|lese|å se ',
    for: '(?:kun|bare|forbeholdt) (?:for )?(?:(?!\\d)\\S+ )?(?:medlem|abonnent|registrert)|logge? inn for|være (?:logget inn|innlogget)',
  },
  nl: {
    kept: 'inhoud|pagina|artikel|bericht|bekijken|lezen',
    for: 'alleen voor (?:\\S+ )?(?:leden|abonnees|ingelogd|geregistreerd)|ingelogd|log ?in om|geen toegang|geen toestemming',
  },
  pl: {
    kept: 'treść|stron|artykuł|wpis|zobaczyć|przeczytać',
    for: 'tylko dla (?:\\S+ )?(?:członk|subskryb|zalogowan|zarejestrowan)|zalogować|zaloguj|nie masz (?:dostępu|uprawnień)|dostęp \\S* ?ograniczon',
  },
  pt: {
    kept: 'continuar lendo|conteúdo|página|artigo|lição|ver |ler |acessar|aceder',
    for: 'assine para (?:continuar|acessar|ler)|(?:acesso|conteúdo) restrito|restrit[oa] (?:a |aos )|(?:só|somente|apenas) para (?:membro|sóci|assinante|subscrit|usuários regist|utilizadores regist)|exclusiv[oa] para (?:membro|sóci|assinante)|(?:faça|fazer|iniciar|inicie) (?:o )?(?:login|sessão)|não tem (?:acesso|permissão)',
  },
  ro: {
    kept: 'conținut|pagin|articol|vedea|citi|vizualiza',
    for: 'restricțion|(?:doar|numai) pentru (?:\\S+ )?(?:membr|abonaț|utilizatori(?:i)? înregistra)|(?:trebuie să|te rugăm să te) (?:\\S+ )?(?:autentific|conecte|fii autentific|fiți autentific)',
  },
  ru: {
    kept: 'содержим|контент|материал|страниц|стать|просмотр|прочита|читать',
    for: '(?:только|лишь) (?:для )?(?:(?!\\d)\\S+ )?(?:член|участник|подписчик|зарегистрированн|авторизованн)|(?:необходимо|нужно|требуется|надо) (?:\\S+ ){0,2}(?:войти(?! через)|авториз|зарегистрироваться на сайте)|войдите (?:на сайт|в (?:аккаунт|систему|свой|личный))|авторизуйтесь',
  },
  sv: {
    kept: 'innehåll|sid[ao]|artik|inlägg|läsa|att se ',
    for: '(?:endast|bara) för (?:\\S+ )?(?:medlem|prenumerant|registrera|inlogga)|logga in för|vara inloggad',
  },
  tr: {
    kept: 'içeriğ|içerik|sayfa|yazıy|makale|görüntüle|okumak',
    for: '(?:yalnızca|sadece) (?:(?!\\d)\\S+ )?(?:üye|abone|kayıtlı)|giriş yap|oturum aç',
  },
  uk: {
    kept: 'вміст|контент|матеріал|сторінк|статт|перегляд|прочита|читати',
    for: '(?:лише|тільки) (?:для )?(?:(?!\\d)\\S+ )?(?:член|учасник|підписник|зареєстрован|авторизован)|(?:необхідно|потрібно|слід) (?:\\S+ ){0,2}(?:увійти(?! через)|авториз|зареєструватися на сайті)|увійдіть (?:на сайт|в (?:акаунт|систему)|до )|авторизуйтесь',
  },
};

const PATTERNS = Object.values(WORDS).map((words) => ({
  kept: new RegExp(` (?:${words.kept})`, 'u'),
  for: new RegExp(` (?:${words.for})`, 'u'),
}));

/** True for the words of a text, in lower case, that says in one language that it is kept for some. */
export function saysForMembers(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  return PATTERNS.some(({ kept, for: whom }) => kept.test(text) && whom.test(text));
}

/** True for the words of a text, in lower case, that says in one language for whom something is kept. */
export function namesWhom(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `;
  return PATTERNS.some(({ for: whom }) => whom.test(text));
}
