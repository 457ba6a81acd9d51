import { ROLE_SLUGS } from './company-pages.ts';

/*
 * Entries of menus that are no services, by the slugs of their names, in the languages of many sites. What may be somebody's
 * service is not among them: events, photographs, recruitment, rentals.
 */

/** Words of the titles of legal notices, behind *privacy* and *cookies*. */
const NOTICE = String.raw`polic(?:y|ies)|notices?|statement|settings|preferences|erkl(?:a|ae)rung|hinweise?|bestimmungen|richtlinien?|einstellungen|verklaring|beleid|instellingen|reglement|privacy|cookies?|and|und|en|e|y|eu|ue|uk|us|ca`;

const WORDS = [
  // Home, news, questions
  String.raw`home(?:page)?|inicio|pagina-principal|accueil|startseite|strona-glowna|uvod|domu|hem|hjem|forside|etusivu|kezdolap|anasayfa|acasa|inici`,
  String.raw`blog|noticias|news|actualidad|novedades|aktuelles|neuigkeiten|actualites|notizie|novita|nieuws|aktualnosci|novinky|nyheter|nyheder|ajankohtaista|hirek|haberler|noutati|termine`,
  String.raw`faqs?|preguntas(?:-(?:frecuentes|y-respuestas|sobre-\S+))?|(?:frequently-asked-)?questions(?:-(?:frequentes|and-answers|reponses))?|perguntas(?:-frequentes)?|domande(?:-(?:frequenti|su-\S+|su[il]-\S+))?|haufige?(?:-gestellte)?-fragen|veelgestelde-vragen|czeste-pytania|caste-dotazy|vanliga-fragor`,
  // Work that was done, and what is said of it
  String.raw`galeria|gallery|galerie|galleria|galerij|galleri|bildergalerie|portfolio|proyectos|projekte|(?:our-)?projects|projets|progetti|projetos|projecten|projekty|trabajos|realisations|realizacje|realizzazioni|referenzen|references|referencias|referenties|reference|case-studies|casos-de-exito|vorher-nachher|before-(?:and-)?after|antes-y-despues|avant-(?:et-)?apres|prima-e-dopo|antes-e-depois|przed-i-po|voor-en-na`,
  String.raw`opiniones|resenas|(?:customer-|our-)?reviews|testimonials?|testimonios|bewertungen|kundenstimmen|kundenmeinungen|avis(?:-clients)?|temoignages|recensioni|dicono-di-noi|depoimentos|avaliacoes|ervaringen|opinie|omdomen|anmeldelser|arvostelut|yorumlar|recenzii`,
  // Shop and account
  String.raw`tienda|(?:online-?)?shop|webshop|winkel|sklep|carrito|cart|basket|warenkorb|panier|carrello|carrinho|cos(?:ul-meu)?|winkelwagen|winkelmandje|koszyk|kosik|varukorg|kurv|handlekurv|checkout|kasse|caisse|finalizar-compra|wishlist`,
  String.raw`mi-cuenta|my-account|account|mein-konto|mon-compte|il-mio-account|minha-conta|contul-meu|mijn-account|moje-konto|muj-ucet|log-?in|sign-in|register|registro|anmelden|connexion|accedi|entrar|inloggen|zaloguj(?:-sie)?|area-(?:de-)?clientes|acceso-clientes`,
  // People and work
  String.raw`(?:(?:meet-)?(?:the|our|das|unser|il-nostro|ons|notre)-)?team|(?:nuestro-|nostre-)?equip(?:o|e)?|notre-equipe|nosso-time|zespo[łl]|nas-tym|teamet|tiimi`,
  String.raw`empleo|trabaja-con-nosotros|trabalhe-con(?:n)?osco|jobs?|careers?|karriere|stellenangebote|offene-stellen|nous-rejoindre|carrieres?|lavora-con-noi|vacatures|werken-bij(?:-\S+)?|kariera|oferty-pracy|volna-mista|lediga-jobb|tyopaikat|join-(?:us|our-team)|cariere`,
  // Terms, thanks, requests
  String.raw`(?:muchas-)?gracias(?:-\S+)?|thank(?:s|-?you)(?:-\S+)?|(?:vielen-)?danke?(?:-\S+)?|merci(?:-\S+)?|grazie(?:-\S+)?|obrigad[oa](?:-\S+)?|bedankt(?:-\S+)?|dziekujemy(?:-\S+)?|dekujeme(?:-\S+)?|tack|takk?|kiitos|multumim|gracies`,
  String.raw`politicas?(?:-(?:de|di|da|sui|dei|del|privac\p{L}+|cookies?)(?:-\S+)?)?|(?:privac(?:y|idad|idade|itat)|cookies?|datenschutz)(?:-?(?:${NOTICE}))*|terms(?:-(?:(?:and-)?conditions(?:-\S+)?|of-(?:use|service|business|sale)))?|terminos(?:-y-condiciones(?:-\S+)?|-de-(?:uso|servicio))?|condiciones-generales|agb|cgv|regulamin`,
  String.raw`presupuestos?(?:-(?:gratis|gratuito|online|sin-compromiso))?|(?:get-a-|free-|request-a-)?quote|devis(?:-gratuit)?|preventiv[oi](?:-(?:gratuit[oi]|online))?|orcamentos?(?:-(?:gratis|gratuito|online))?|angebot-(?:anfordern|einholen)|anfrage|offerte-aanvragen|book-(?:now|online)|prendre-rendez-vous|termin-(?:buchen|vereinbaren)|prenota(?:-ora)?|pid[ea]-cita|afspraak-maken|umow-wizyte|newsletter|free-(?:quotes?|estimates?|consultation)|call-us(?:-\S+)?|llamanos(?:-\S+)?|appelez-nous|chiamaci|zadzwon|(?:leistungs?)?ubersicht|overview|vue-d-ensemble|vision-general|panoramica|overzicht|kosten(?:ubernahme)?|ablauf|sitemap|downloads?|more|mehr|mas`,
  // Why, how and with whom it works
  String.raw`(?:why|por-que|porque|warum|pourquoi|perche|waarom|dlaczego|varfor|hvorfor|de-ce)(?:-\S+)?|(?:our-|ihre-|unsere-|nos-|vos-|i-|os-|as-|las-|los-|uw-|onze-)?(?:benefits|advantages|ventajas|beneficios|vorteile|avantages|vantaggi|vantagens|voordelen|zalety|fordel(?:er|e|ar))`,
  String.raw`how-(?:it-works|we-work|to-\S+)|como-(?:funciona|trabajamos|trabalhamos|enviar-\S+)|so-(?:funktioniert|arbeiten|laufts|gehts)(?:-\S+)?|comment-ca-marche|come-(?:funziona|lavoriamo)|hoe-(?:het-werkt|werkt-het|wij-werken|we-werken)|jak-(?:to-dziala|pracujemy|dzialamy)`,
  String.raw`(?:our|unser|unsere|notre|nuestro|nuestra|nosso|nossa|il-nostro|la-nostra|ons|onze)-(?:process|prozess|processus|proceso|processo|werkwijze|methode?|metodo|approach|approche|ansatz|enfoque|aanpak|philosophie|promise|guarantee|story|values|mission|vision)`,
  String.raw`(?:values|valores|werte|valeurs|valori|history|historia|geschichte|histoire|storia|geschiedenis)|(?:our-|nuestr[oa]s-|unsere-|nos-|i-nostri-|noss[oa]s-|onze-|nasi-)?(?:partners?|partenaires|parceiros|clients|clientes|kunden|clienti|klanten|klienci|marcas|marken|marques|marchi|merken|brands)`,
  String.raw`(?:our-|nuestr[oa]s-|unsere-|nos-|noss[oa]s-)?(?:certifications|certificaciones|certificazioni|certificacoes|zertifikate|accreditations|awards|uprawnienia|certyfikaty)|do-pobrania|descargas|telechargements`,
  // Where it works, and all of it
  String.raw`zonas?(?:-(?:de-(?:actuacion|cobertura|servicio|trabajo)|(?:de-)?clientes|privada))?|service-areas?|areas-(?:we-(?:cover|serve)|served|covered)|our-locations|locations|area-(?:pelayanan|layanan)|wilayah-(?:layanan|pelayanan)|einsatzgebiete?|zones?-d-intervention|werkgebied|obszar-dzialania`,
  String.raw`ver-tod[oa]s(?:-\S+)?|tod[oa]s(?:-(?:l?[oa]s|nuestr[oa]s|noss[oa]s)-\S+)?|all(?:-services)?|(?:view|see)-all(?:-\S+)?|alle(?:-(?:leistungen|diensten)(?:-\S+)?)?|tou(?:s|tes)(?:-(?:les|nos)-\S+)?|tutt[ie](?:-(?:i|gli|le)-\S+)?|toate(?:-(?:serviciile|produsele))?|wszystkie(?:-uslugi)?`,
].join('|');

/** Slugs of pages and menu entries that name no service; pages of another role are told by `ROLE_SLUGS`. */
export const NO_SERVICE = new RegExp(`^(?:${WORDS})$`, 'u');

/** True for a slug of a page or of a menu entry that may name a service. */
export function isService(slug: string): boolean {
  return slug !== '' && !NO_SERVICE.test(slug) && Object.values(ROLE_SLUGS).every((slugs) => !slugs.test(slug));
}
