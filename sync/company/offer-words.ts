/*
 * Names under which companies list what they offer, as slugs, in the languages of many sites.
 */

/** Slugs of what menus, headings and pages call the services of a company: words that *our* may stand before, and others. */
export const SERVICES = (() => {
  const our = [
    'nuestr[oa]s?|nostr[ae]s|our|my|nos|mes|notre|(?:i-|le-)?(?:nostri|nostre)|(?:as-|os-)?noss[oa]s|unsere?|meine?|onze|ons|mijn',
    'nasz[ea]|moje|nase|vara|vare|vores|våre|наши|наші',
  ].join('|');
  const named = [
    String.raw`servicios?|services?|(?:dienst|service)?leistungen|(?:dienst|service)leistung|prestations|prestazioni|prestaciones|servizi|servicos|servicii|serveis|servizos`,
    String.raw`diensten|dienstverlening|us[łl]ugi|oferta|sluzby|tjanster|tjenester|ydelser|palvelut|szolgaltatasok|hizmetler(?:imiz)?|usluge|storitve`,
    'layanan|dich-vu|υπηρεσιες|услуги|послуги|サービス|metiers|tratamientos|treatments|behandlungen|trattamenti|tratamentos|traitements',
    'tractaments|behandlingar|behandlinger|hoidot|kezelesek|tedaviler(?:imiz)?|behandelingen|zabiegi|tratamente|therapies|therapien|terapias|terapie',
    'especialidades|specialties|specialities|specialisms|specialisaties|specialismen|specjalizacje|specializzazioni|specializari|especialitats',
    'expertises|werkzaamheden|schwerpunkte|leistungsbereiche|fachbereiche|fachgebiete|rechtsgebiete|rechtsgebieden',
    'tatigkeits(?:felder|gebiete|bereiche|schwerpunkte)|practice-areas|areas-of-(?:practice|expertise|law)',
  ].join('|');
  const own = [
    String.raw`zakres-(?:us[łl]ug|serwisu|dzia[łl]alnosci)|(?:οι-)?υπηρεσιες-μας|τομεις-(?:δρασης|δραστηριοτητας)|ypiresies`,
    'szolgaltatasaink|serviciile-noastre|palvelumme|layanan-kami|faaliyet-alanlari(?:miz)?|(?:calisma|uzmanlik)-alanlari(?:miz)?',
    'servicos-prestados|areas-de-(?:actuacion|practica|atuacao|pratica|trabajo)|خدماتنا|サービス内容|業務内容|事業内容|診療案内',
    'leistungs(?:spektrum|angebot|ubersicht|portfolio)|domaines-d-(?:intervention|expertise|activite)|domaines-de-competences?',
    'aree-di-(?:attivita|competenza|pratica)|service-offerings?|services-we-offer|productos-y-servicios|products-and-services',
    String.raw`what-we-(?:do|offer)|how-(?:can-we|we-can|we)-help(?:-you)?|en-que-(?:te|le|podemos)-ayuda(?:mos|r|rte|rle)|(?:em|no)-que-podemos-ajudar|w-czym-pomagamy|was-konnen-wir-fur-sie-tun|waarmee-kunnen-(?:we|wij)-(?:u-|je-)?helpen|(?:lo-)?que-(?:hacemos|ofrecemos)|que-(?:fem|oferim)|o-que-(?:fazemos|oferecemos)|(?:ce-que|que)-nous-(?:faisons|proposons)`,
    String.raw`was-wir(?:-fur-sie)?-(?:tun|machen|bieten|anbieten)|das-(?:tun|machen|bieten)-wir|(?:che-)?cosa-(?:facciamo|offriamo)|wat-wi?j?e?-(?:doen|bieden)`,
    String.raw`co-(?:robimy|oferujemy|delame|nabizime)|czym-sie-zajmujemy|vad-vi-(?:gor|erbjuder)|hva-vi-(?:gj[oø]r|tilbyr)|hvad-vi-(?:g[oø]r|laver|tilbyder)`,
    String.raw`det-g[oø]r-vi|mita-teemme|amit-kinalunk|ce-(?:facem|oferim)|ne(?:ler)?-yapiyoruz|τι-κανουμε|что-мы-делаем|що-ми-робимо`,
  ].join('|');
  const prices =
    'prices|pricing|rates|fees|precios|tarifas|preise|tarifs|prix|prezzi|precos|preus|tarieven|prijzen|priser|ceny|cennik';
  const and = '(?:-(?:y|e|i|and|und|et|en|og|och|a))?-';
  return new RegExp(`^(?:(?:${prices})${and})?(?:(?:(?:${our})-)?(?:${named})|${own})(?:${and}(?:${prices}))?$`);
})();

/** `Shade services`, `Servicios jurídicos`, `Nos traitements à domicile`, `Praxisleistungen`: more words around those for services. */
const GROUP =
  /^(?:(?:nuestr[oa]s-|nos-|noss[oa]s-)?(?:servicios|services|prestations|servizi|servicos|servicii|serveis|servizos|tratamientos|tratamentos|trattamenti|traitements)-\S+|\S+-(?:services|treatments|therapies|layanan)|(?:\S+-)?services-(?:we-(?:offer|provide)|offered|include)|(?:unsere-)?(?:leistungen-(?:im|rund|fur|auf|von)-\S+|\p{L}+(?:leistungen|behandlungen|diensten|tjanster|palvelut)))$/u;
const CUSTOMER_CARE = /^(?:customer|client|guest|online|other|after-sales|self|community|church)-services$/;

/** Names for the courses of a school: its services, where nothing is called so. */
const TEACHING =
  /^(?:(?:our-|nuestros-|nos-|unsere-|onze-|nasze-)?(?:courses|classes|lessons|subjects|training|cursos|clases|cours|formations|kurse|kursangebot|corsi|lezioni|aulas|cursuri|cursussen|kursy|kurser))$/;

/** Names for offers that are no services by their name: products, rooms, tours. */
const PRODUCTS = (() => {
  const our =
    '(?:nuestr[oa]s|our|nos|unsere?|i-nostri|le-nostre|(?:as-|os-)?noss[oa]s|onze|ons|nasz[ea]?|vara|v[aå]re|vores)';
  const words = [
    'products|shop|solutions|program(?:me)?s|activities|tours|trips|rooms|accommodations?|rentals|packages|capabilities|expertise',
    'productos|tienda|soluciones|programas|actividades|excursiones|habitaciones|alojamientos|catalogo|productes|botiga|activitats',
    'produkte|sortiment|losungen|angebote?|aktivitaten|touren|zimmer|unterkunfte|ferienwohnungen|kompetenzen|geschaftsfelder',
    'produits|boutique|activites|chambres|hebergements|gites|catalogue|savoir-faire|offres?|competences',
    'prodotti|soluzioni|attivita|escursioni|camere|alloggi|lavorazioni|produtos|solucoes|atividades|passeios|quartos|loja|pacotes',
    'producten|assortiment|aanbod|oplossingen|activiteiten|kamers|winkel|webshop|produkty|sklep|rozwiazania|pokoje|asortyment',
    'nabidka|reseni|obchod|e-shop|produkter|losningar|l[oø]sninger|butikk?|aktiviteter|v[aæ]relser|tuotteet|termekek|szobak',
    'produse|solutii|magazin|urunler(?:imiz)?|cozumler|odalar|produk(?:-kami)?|san-pham|proizvodi|sobe|προιοντα|δωματια',
    'товары|продукция|каталог|решения|направления|产品|產品|产品中心|商品',
    String.raw`fuhrerscheine?|fuhrerscheinklassen|permisos(?:-de-conducir)?|carnets|permis|patenti|rijbewijzen|rijopleidingen|licen[cs]es|kategorie-prawa-jazdy`,
    'repairs|werkstatt|reparaturen|reparaciones|reparations|riparazioni|reparacoes|reparaties|werkplaats|warsztat|naprawy|opravy|verkstad',
    'depannages?|interventions|travaux|interventi|installations|instalaciones|instalacoes|impianti|obras|renovations',
    'bestattungen|bestattungsarten|obseques|funerals|funerales|funerais|versicherungen|seguros|assurances|assicurazioni|verzekeringen',
    'massages|massagen|masajes|massaggi|massagens|plagas|control-de-plagas|pest-control|schadlinge|nuisibles|bakes|cakes|breads',
    'hire|alquiler|vermietung|noleggio|aluguel|aluguer|verhuur|wynajem|uthyrning|utleie|udlejning|planes|plans|paquetes|planos',
  ].join('|');
  return new RegExp(`^(?:${our}-)?(?:${words})$`, 'u');
})();

/** True for a title of services in other words than those alone: of a menu or a section, where they stand below it. */
export const isGroupOfServices = (slug: string): boolean => GROUP.test(slug) && !CUSTOMER_CARE.test(slug);

/** The same for a heading: there more words mostly say how good they are (`Trusted cleaning services`), and not that they follow. */
export const isHeadingOfServices = (slug: string): boolean =>
  SERVICES.test(slug) || (isGroupOfServices(slug) && (OUR.test(slug) || slug.split('-').length <= 2));
const OUR =
  /^(?:our|nuestr[oa]s|nos|noss[oa]s|i-nostri|le-nostre|unsere|onze|leistungen)-|services-(?:we-(?:offer|provide)|offered)$/;

export const isTeachingLabel = (slug: string): boolean => TEACHING.test(slug);

/** True for a title of products, of rooms, of solutions: of what stands for services where none are told. */
export const isProductsLabel = (slug: string): boolean => PRODUCTS.test(slug);
