/*
 * Words by which a site tells of somebody else than its company. They are parts of regular expressions, read without regard
 * to case: Spanish, Catalan and Galician; English; French; German; Italian; Portuguese; Romanian; Dutch; Polish; the
 * languages of Scandinavia; Czech; Basque.
 */

/** Authorities, chambers, courts, and what is said of complaints to them. */
const AUTHORITIES = [
  String.raw`agencia (?:espa[ñn]ola )?de protecci[óo]n de datos|aepd|autoridad de control|ag[èe]ncia (?:tribut[àa]ria|catalana)|agencia tributaria|hacienda p[úu]blica|jefatura (?:provincial )?de tr[áa]fico|oficina (?:municipal )?de(?:l)? (?:consum|atenci[óo]n al consumidor)\p{L}*|(?:presentar|interponer|formular) (?:una )?reclamaci[óo]n|presentar una reclamaci[óo]|(?:web|p[áa]gina|sitio) (?:est[áa] )?alojad[ao] (?:en|por)|(?:proveedor|empresa|servicio) de (?:alojamiento web|hosting)`,
  String.raw`data protection (?:commission|authority)|information commissioner\p{L}*|supervisory authority|(?:right to|may|can) (?:lodge|make|raise)? ?a? ?complain(?:t|ts)?|lodge a complaint|complain to|ombudsman|regulat(?:or|ory (?:body|authority))|irs|hmrc|hosting provider|(?:web)?site host(?:ing)?|(?:web)?site is hosted (?:by|at|on|with)|(?:tax|revenue) office|town hall|council offices`,
  String.raw`cnil|autorit[ée] (?:de (?:contr[ôo]le|protection)|comp[ée]tente)|saisir (?:la|le)|introduire une r[ée]clamation|m[ée]diateur|m[ée]diation (?:de )?(?:la )?consommation|offices? (?:d['’]imp[ôo]ts?|cantonal|des poursuites)|tr[ée]sor public|pr[ée]fecture|h[ée]bergeurs?|h[ée]bergement (?:du|de ce) site|site (?:internet |web )?est h[ée]berg[ée] (?:par|chez)`,
  String.raw`(?:zust[äa]ndige|aufsichtf[üu]hrende)\p{L}* (?:kammer|beh[öo]rde|aufsicht\p{L}*)|aufsichtsbeh[öo]rde|\p{L}*[äa]rztekammer|rechtsanwaltskammer|handwerkskammer|handelskammer|steuerberaterkammer|apothekerkammer|kassen[äa]rztliche vereinigung|landesbeauftragte\p{L}*|bundesbeauftragte\p{L}*|beschwerderecht|schlichtungsstelle|berufshaftpflicht\p{L}*|(?:web)?hoster|hosting-?(?:anbieter|dienstleister|provider)|gehostet (?:bei|von|durch)`,
  String.raw`garante (?:per|della)|reclamo (?:al|all['’])|autorit[àa] di controllo|agenzia delle entrate|sito (?:web )?[èe] ospitato (?:da|presso|su)|fornitore (?:di|del servizio di) hosting`,
  String.raw`autoridade (?:de controlo|nacional)|entidade reguladora|comiss[ãa]o nacional de prote[çc][ãa]o|cnpd|anpd|centro de arbitragem|procon|f[óo]rum c[íi]vel|receita federal|servi[çc]o de finan[çc]as|apresentar (?:uma )?reclama[çc][ãa]o|(?:site|s[íi]tio|p[áa]gina) (?:est[áa] )?(?:alojad|hospedad)[oa] (?:em|por|pela|n[oa])|servi[çc]o de hospedagem (?:web|d[eo] sites?)`,
  String.raw`autoritatea na[țt]ional[ăa]|anspdcp|anpc|pl[âa]ngere la`,
  String.raw`autoriteit persoonsgegevens|gegevensbeschermingsautoriteit|klacht(?:en)?(?:recht| in(?:dienen|te dienen)| bij)|geschillencommissie|belastingdienst|gemeentehuis`,
  String.raw`urz[ęe]d\p{L}* (?:ochrony|skarbow\p{L}*|miasta|gminy)|uodo|prawo wniesienia skargi|skarg[iaę] do|organ\p{L}* nadzorcz\p{L}*|izba (?:lekarska|adwokacka|rzemie[śs]lnicza)`,
  String.raw`integritetsskyddsmyndigheten|datatilsynet|datainspektionen|klagom[åa]l|klage(?:r)? til|skatteverket|skatteetaten|konsumentverket|allm[äa]nna reklamationsn[äa]mnden`,
  String.raw`[úu][řr]ad pro ochranu|uoou|st[íi][žz]nost u|[čc]esk[áa] obchodn[íi] inspekce`,
  String.raw`datuak babesteko\p{L}*|kexa\p{L}* aurkez\p{L}*|ogasun\p{L}*|udaletxe\p{L}*|elkargo ofizial\p{L}*`,
].join('|');

/** Bodies to which the company belongs: they are told of in passing, and are no title of what stands below. */
const MEMBERSHIPS = [
  String.raw`(?:ilustre )?colegio (?:oficial )?de (?:abogad|m[ée]dic|arquitect|veterinari|odont[óo]log|fisioterapeut|psic[óo]log|administrador|aparejador)\p{L}*|col[·.]?legi(?: oficial)? de|colexio oficial|(?:miembros?|membres?|membros?) (?:de la|del|de l['’]|da|do) (?:asociaci[óo]n|associaci[óo]|associa[çc][ãa]o|federaci[óo]n|gremio)`,
  String.raw`member of (?:the|an?)|regulated(?: and authori[sz]ed)? by|authori[sz]ed and regulated by|licensed by|accredited by`,
  String.raw`membre d[eu] (?:l['’]|la )?(?:ordre|association|syndicat|f[ée]d[ée]ration)|ordre (?:des|national)`,
  String.raw`mitglied (?:der|des|im|in der)|innungsmitglied`,
  String.raw`(?:iscritt[oai] all['’]|membro de(?:lla|l) )?(?:ordine|albo) (?:dei|degli|provinciale)`,
  String.raw`ordem dos|colegiul (?:medicilor|farmaci[șs]tilor)|lid van|cz[łl]onek|medlem (?:af|av|i)|[čc]len`,
].join('|');

/** Partners, suppliers, makers and those who are recommended. */
const PARTNERS = [
  String.raw`colabora(?:mos|dor(?:es|as?)?|ci[óo]n con|n con)?(?= con|$|:)|col[·.]?labora(?:dors|cions)|proveedor(?:es)?|prove[ïi]dors|partners?|trabajamos con|treballem amb|traballamos con|servicio t[ée]cnico (?:oficial )?(?:de )?\p{Lu}\p{L}+|fabricantes?|recomenda(?:mos|dos?)|amigos de la casa|patrocina(?:dor(?:es)?|do por)`,
  String.raw`suppli(?:ers?|ed by)|sponsors|in (?:partnership|association|collaboration) with|(?:we )?(?:work|partner) with|we (?:also )?recommend|recommended (?:places|suppliers)|manufactur(?:er|ed by)|shared with|friends of|stockists?|where to buy`,
  String.raw`partenaires?|fournisseurs?|en (?:collaboration|partenariat) avec|nous (?:travaillons avec|recommandons)|fabricants?|points? de vente|sponsoris\p{L}*`,
  String.raw`(?:kooperations|gesch[äa]fts)?partner(?:n|innen|betriebe?)?|lieferant\p{L}*|in (?:zusammenarbeit|kooperation) mit|wir (?:empfehlen|arbeiten mit)|hersteller\p{L}*|werkskundendienst|h[äa]ndlernachweis|sponsoren`,
  String.raw`fornitor[ie]|in collaborazione con|collaboriamo con|consigliamo|produttor[ie]|rivenditor[ie]|dove acquistare`,
  String.raw`parcei[rl]\p{L}*|fornecedor(?:es)?|em (?:parceria|colabora[çc][ãa]o) com|trabalhamos com|recomendamos|fabricantes?|onde comprar|acordos e conven[çc][õo]es`,
  String.raw`parteneri(?:i)?|furnizor\p{L}*|[îi]n colaborare cu|colabor[ăa]m cu|recomand[ăa]m|produc[ăa]tor\p{L}*`,
  String.raw`leveranciers?|in samenwerking met|wij (?:werken (?:samen )?met|raden)|samenwerkingspartners?|fabrikant|verkooppunten|aanbevolen`,
  String.raw`partner(?:zy|em|ami)?|dostawc\p{L}*|wsp[óo][łl]prac(?:ujemy|a)(?: z)?|polecamy|producen\p{L}*|hurtowni\p{L}*|sponsorzy`,
  String.raw`sam(?:arbets|arbejds|arbeids)partner\p{L}*|leverant[öo]r\p{L}*|leverand[øo]r\p{L}*|i sam(?:arbete|arbejde|arbeid) med|vi (?:rekommenderar|anbefaler|samarbetar med|samarbeider med|samarbejder med)|[åa]terf[öo]rs[äa]ljare|forhandlere?|tillverkare|produsent`,
  String.raw`partne[řr]i|dodavatel\p{L}*|ve spolupr[áa]ci s|spolupracujeme|doporu[čc]ujeme|v[ýy]robc\p{L}*`,
  String.raw`laguntzaile\p{L}*|hornitzaile\p{L}*|lankidetzan|gomendatzen\p{L}*|fabrikatzaile\p{L}*`,
].join('|');

/** Help in need that is all people's, and not the company's own. */
const HELPLINES = [
  String.raw`farmacias? de guardia|tel[ée]fono de la esperanza|tel[ée]fonos de (?:inter[ée]s|emergencias?|ayuda)|n[úu]meros de emergencias?|emergencias? (?:sanitarias?|m[ée]dicas?)|l[íi]nea de (?:ayuda|crisis)|violencia de g[ée]nero|fundaci[óo]n anar|bomberos|guardia civil|polic[íi]a (?:local|nacional)|mossos d['’]esquadra`,
  String.raw`(?:crisis|help|poison)(?: ?line| control| hotline)|samaritans|childline|nspcc|worried about (?:(?:an?|another) (?:child|young person|pupil|(?:vulnerable )?adult)|someone)|useful (?:numbers|contacts)|out[- ]of[- ]hours (?:gp|dentist|doctor)|nhs 111|poison cent(?:er|re)|police station|fire (?:brigade|department)`,
  String.raw`pharmacie de garde|m[ée]decin de garde|num[ée]ros? (?:utiles|d['’]urgence)|samu|pompiers|gendarmerie|centre antipoison|sos m[ée]decins|[ée]coute nationale|all[ôo] enfance|violences femmes`,
  String.raw`(?:\p{L}*[äa]rztlich\p{L}*|apotheken-?|kinder[äa]rzt\p{L}*|tier[äa]rztlich\p{L}*) ?(?:notdienst|bereitschaftsdienst|notfalldienst)|notapotheke|giftnotruf\p{L}*|telefonseelsorge|nummer gegen kummer|hilfetelefon|wei(?:ß|ss)er ring|notrufnummern|bereitschaftspraxis|feuerwehr|polizei(?:notruf)?`,
  String.raw`guardia medica|farmacia di turno|numeri (?:utili|di emergenza)|pronto soccorso|vigili del fuoco|carabinieri|centro antiveleni|telefono (?:azzurro|rosa)|antiviolenza`,
  String.raw`linha (?:sns|de apoio|sa[úu]de)|sns ?24|farm[áa]cias? de servi[çc]o|n[úu]meros? (?:[úu]teis|de emerg[êe]ncia)|bombeiros|plant[ãa]o judici[áa]rio|pronto-socorro`,
  String.raw`farmacie de gard[ăa]|numere (?:utile|de urgen[țt][ăa])|pompierii?|serviciul de ambulan[țt][ăa]`,
  String.raw`huisartsenpost|dienstapotheek|tandartsenpost|spoedeisende hulp|nuttige nummers|hulplijn|kindertelefoon|veilig thuis|zelfmoordpreventie|tele-onthaal|apotheek van wacht`,
  String.raw`apteka dy[żz]urna|telefon zaufania|niebieska linia|numery alarmowe|pogotowie ratunkowe|nocna (?:i [śs]wi[ąa]teczna )?pomoc lekarska|stra[żz] po[żz]arna`,
  String.raw`jourhavande|vagtl[æa]ge\p{L}*|l[æe]gevakt\p{L}*|tandl[æa]gevagt\p{L}*|tannlegevakt\p{L}*|v[åa]rdguiden|1177|hj[äa]lplinje\p{L}*|kvinnofridslinjen|b[øo]rnetelefonen|livslinien|kirkens sos|giftinformation\p{L}*`,
  String.raw`pohotovost(?:n[íi])? (?:slu[žz]ba|l[ée]ka[řr])|linka (?:bezpe[čc][íi]|d[ůu]v[ěe]ry)|hasi[čc]i`,
  String.raw`guardiako (?:farmazia|mediku)\p{L}*|sos deiak|suhiltzaile\p{L}*`,
].join('|');

/** What is near: only in the text, where a line or heading begins with it, for addresses name landmarks. */
const NEARBY = [
  String.raw`farmacias?|centro de salud|hospital|ambulatorio|restaurante|bar|cafeter[íi]a|supermercado|ayuntamiento|museo|estaci[óo]n|oficina de turismo|gasolinera|taxis?|qu[ée] (?:hacer|ver|visitar)|servicios en|alrededores|el entorno|lugares de inter[ée]s|d[óo]nde comer|restaurant|farm[àa]cia|ajuntament|concello`,
  String.raw`pharmacy|health cent(?:er|re)|restaurant|pub|museum|station|tourist (?:office|information)|things to (?:do|see)|nearby|places to (?:eat|visit|stay)|local (?:area|attractions|services)|where to (?:eat|stay)`,
  String.raw`pharmacie|h[ôo]pital|mairie|mus[ée]e|office (?:de|du) tourisme|[àa] (?:voir|faire|proximit[ée])|aux alentours|la r[ée]gion|o[ùu] (?:manger|dormir)`,
  String.raw`apotheke|krankenhaus|gasthaus|museum|bahnhof|tourist-?information|rathaus|sehensw[üu]rdigkeiten|in der (?:n[äa]he|umgebung)|ausflugsziele`,
  String.raw`farmacia|ospedale|ristorante|municipio|museo|ufficio turistico|cosa (?:fare|vedere)|dintorni|nei dintorni|dove mangiare`,
  String.raw`farm[áa]cia|centro de sa[úu]de|restaurante|c[âa]mara municipal|posto de turismo|o que (?:fazer|visitar|ver)|arredores|onde comer`,
  String.raw`farmacia|spitalul|restaurantul|prim[ăa]ria|muzeul|ce (?:po[țt]i )?vizita|[îi]n apropiere`,
  String.raw`apotheek|ziekenhuis|museum|vvv|in de (?:buurt|omgeving)|bezienswaardigheden`,
  String.raw`apteka|szpital|restauracja|muzeum|w okolicy|atrakcje`,
  String.raw`apotek\p{L}*|sjukhus\p{L}*|vårdcentral\p{L}*|museum|turistbyr[åa]\p{L}*|i n[äa]rheten|sev[äa]rdheter`,
  String.raw`l[ée]k[áa]rna|nemocnice|muzeum|v okol[íi]`,
  String.raw`farmazia|osasun zentroa|jatetxea|udala|museoa|zer (?:egin|ikusi)|inguruan`,
].join('|');

/** Events, markets, fairs and the halls they are in. */
const EVENTS = [
  String.raw`(?:pr[óo]xim[oa]s|properes|propers?) (?:eventos|citas|cursos|fechas|esdeveniments|ferias|fires|mercad(?:o|illo)s|mercats)|^ferias(?: y mercad(?:o|illo)s)?$|agenda de (?:eventos|actos)|stand (?:en|n[º°.])|caseta|(?:vis[íi]tanos|v[ée]nos|encu[ée]ntranos) en (?:la feria|el sal[óo]n)|mercadillo|puesto en el mercad\p{L}*|feria (?:de|del)|fira de|lugar de celebraci[óo]n`,
  String.raw`(?:upcoming|next|forthcoming) (?:events?|dates|courses|workshops|shows|fairs|markets)|^(?:fairs|markets|shows)(?: (?:and|&) (?:fairs|markets|shows|events))?$|event (?:location|venue)|(?<!our )venue|(?:stall|stand) (?:at|no)|farmers['’]? market|find us at the market|(?:see|meet|visit|find|join) us at [^.:]{0,40}(?:show|fair|expo)|trade (?:fair|show)|delivered at|takes? place|held at|meet(?:ing)? point`,
  String.raw`(?:prochains?|prochaines?) (?:[ée]v[ée]nements?|dates|stages|ateliers|march[ée]s|foires|salons)|^(?:foires|salons|march[ée]s)(?: et (?:foires|salons|march[ée]s))?$|stand au|(?:venez|retrouvez|rencontrez)[^.:]{0,20} au salon|sur (?:le|les) march[ée]s?|au march[ée]|lieux? (?:de r[ée]ception|partenaires?)|salon (?:de|du) \p{L}+ \d{4}|foire|aura lieu|domicili[ée]e? chez`,
  String.raw`(?:kommende|n[äa]chste|aktuelle) (?:veranstaltungen|termine|kurse|m[äa]rkte|messen)|^(?:m[äa]rkte|messen)(?: (?:und|&) (?:m[äa]rkte|messen))?$|veranstaltungs(?:ort|kalender)|wochenmarkt|(?:messe)?stand (?:auf|nr)|besuchen sie uns auf [^.:]{0,30}messe|findet statt|treffpunkt|auf dem (?:wochen|weihnachts)?markt`,
  String.raw`prossim[ie] (?:eventi|date|corsi|appuntamenti|fiere|mercati|mercatini|sagre)|^(?:fiere|mercati)(?: e (?:fiere|mercati|sagre))?$|al mercato|fiera (?:di|del)|stand (?:n|alla)|si svolge|si terr[àa]|luogo dell['’]evento|presso lo studio`,
  String.raw`pr[óo]xim[oa]s (?:eventos|datas|cursos|feiras|mercados)|^feiras(?: e mercados)?$|local do evento|feira (?:de|do)|banca (?:no|na)|realiza-se|ter[áa] lugar`,
  String.raw`urm[ăa]toarele (?:evenimente|cursuri|t[âa]rguri)|loca[țt]ia evenimentului|t[âa]rgul de|standul|va avea loc`,
  String.raw`(?:komende|volgende|aankomende) (?:evenementen|data|cursussen|workshops|markten|beurzen)|evenementlocatie|op de markt|beurs|vindt plaats|standplaats`,
  String.raw`(?:najbli[żz]sze|nadchodz[ąa]ce) (?:wydarzenia|terminy|kursy|szkolenia|targi|jarmarki)|miejsce wydarzenia|targi|stoisko|odb[ęe]dzie si[ęe]`,
  String.raw`(?:kommande|kommende) (?:evenemang|arrangemente?r|begivenheder|kurser|marknader|markeder|m[äe]ssor|messer)|mässan?|marknad(?:en)?|torgdag\p{L}*|[äa]ger rum|finder sted`,
  String.raw`(?:nadch[áa]zej[íi]c[íi]|nejbli[žz][šs][íi]) (?:akce|term[íi]ny|kurzy)|m[íi]sto kon[áa]n[íi]|veletrh|kon[áa] se`,
  String.raw`hurrengo (?:ekitaldi|ikastaro)\p{L}*|azoka\p{L}*|ekitaldiaren lekua|egingo da`,
].join('|');

/** Hours of one thing that is done there, and not of the place: classes, services, deliveries, one practitioner. */
const ACTIVITIES = [
  String.raw`clases?|misas?|visitas? guiadas?|entrenamientos?|turnos? de|cocina|para llevar|comida a domicilio|recogida|entregas?|reparto|check-?in|entrada a partir|salida antes|sesi[óo]n|dra?\.|classes|cuina|lliurament`,
  String.raw`class(?:es)?|lessons?|holy mass|mass times|worship|guided tours|training|kitchen|food(?: served| service)?|last orders|take-?(?:aways?|out)|deliver(?:y|ies)|collections?|check-?(?:in|out)|happy hour|sessions?|breakfast|yoga|pilates|spin(?:ning)?|zumba|boot ?camp|toddlers?|beginners|prof\.|with (?:dr|mr|mrs|ms)\.?`,
  String.raw`cours|messes?|visites? guid[ée]es?|entra[îi]nements?|livraisons?|cuisine|[àa] emporter|petit[- ]d[ée]jeuner|s[ée]ances?|arriv[ée]e|d[ée]part`,
  String.raw`kurs(?:e|plan|zeiten)?|stundenplan|unterricht\p{L}*|gottesdienste?|f[üu]hrungen|training\p{L}*|k[üu]che|lieferzeit(?:en)?|lieferung|fr[üu]hst[üu]ck|anreise|abreise|anmeldung ab|einlass`,
  String.raw`lezion[ei]|corso|corsi|messe|visite guidate|allenament[oi]|cucina|da asporto|consegn[ae]|colazione|arrivo|partenza`,
  String.raw`aulas?|missas?|visitas? guiadas?|treinos?|cozinha|entregas?|pequeno-almo[çc]o|consultas? (?:com|de)|entrada a partir|sa[íi]da at[ée]`,
  String.raw`cursuri|ore de curs|slujb[ae]|vizite ghidate|antrenament\p{L}*|buc[ăa]t[ăa]ri[ae]|livr[ăa]ri|mic dejun`,
  String.raw`lessen|lesrooster|lestijden|misvieringen|rondleidingen|training(?:en)?|keuken|afhal(?:en|ing)|bezorg(?:ing|tijden)|ontbijt|aankomst|vertrek`,
  String.raw`zaj[ęe]cia|lekcje|msze|grafik|zwiedzanie|trening\p{L}*|kuchnia|dostaw[aey]|[śs]niadani[ae]|zameldowanie|wymeldowanie`,
  String.raw`klasser|lektioner|gudst[jæ]\p{L}*|guidad\p{L}*|tr[äæ]ning\p{L}*|k[öøj]+kk?enet?|leveranser?|leverings\p{L}*|frukost|frokost|morgenmad|incheckning|utcheckning`,
  String.raw`kurzy|lekce|m[šs]e|prohl[íi]dky|tr[ée]ninky?|kuchyn[ěe]|rozvoz|sn[íi]dan[ěe]`,
  String.raw`klaseak|ikastaro\p{L}*|mezak|bisita gidatuak|sukalde\p{L}*|banaketa|gosari\p{L}*`,
].join('|');

/** A street may be called after an authority: `rue du Tribunal`. */
const STREET_BEFORE = String.raw`(?:calle|c\/|plaza|pza\.?|avda?\.?|avenida|paseo|carrer|pla[çc]a|rue|place|avenue|quai|via|piazza|viale|largo|rua|pra[çc]a|travessa|str\.|strada|pia[țt]a|ul\.|ulica|plac|champs?)\s+(?:(?:de|del|du|des|do|dos|da|das|della|dei|la|las|los|les|le)\s+){0,2}`;

/** `Your partner for heating`, `Suppliers of stone` are what the company says of itself. */
const YOURS = String.raw`(?:your|tu|su|votre|vos|ihre?|dein|vostro|tuo|seu|teu|uw|jouw|tw[óo]j|wasz|din|dit|ert|v[áa][šs]|zure|partenerul)\s+(?:\p{L}+[\s-]+)?`;
const WE_ARE = String.raw`(?:somos|som|we are|we['’]re|nous sommes|wir sind|siamo|s[îi]ntem|suntem|wij zijn|jeste[śs]my|vi [äe]r|jsme|gara)\s+(?:\p{L}+[\s-]+){0,3}`;
const OF_WHAT = String.raw`\s+(?:de|del|d['’]|of|for|in|to|von|f[üu]r|im|di|da|do|para|pour|per|pentru|dla|van|voor|f[öo]r|til|av|af|en)(?!\p{L})`;
const THEIRS = String.raw`(?<!${YOURS})(?<!${WE_ARE})(?:${PARTNERS})(?!${OF_WHAT})`;

/** Streets and houses are called after what is near: `Station Road`, `Bahnhof-Straße`, `Museum House`, `Sjukhusvägen`. */
const STREET_BEHIND = String.raw`(?:(?<=\s(?:at|by|with|to|in|on|from|of|the))|(?![\s-](?:street|road|rd|lane|avenue|square|place|way|terrace|close|yard|row|hill|gardens|house|drive|court|crescent|approach|mews|parade|buildings?|chambers|mill|works|lodge|cottages?|barn|farm|wharf|quay|stra(?:ß|ss)e|str\.|platz|weg|straat|plein|laan)(?!\p{L})))`;
const NO_STREET = String.raw`(?!\p{L}*(?:gatan?|v[äa]gen|veien|vegen|vej|gade|stra(?:ß|ss)e|platz|weg|straat|plein|laan)(?!\p{L}))`;

const words = (parts: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\d])(?<!${STREET_BEFORE})${NO_STREET}(?:${parts})(?![\p{L}\d])${STREET_BEHIND}`,
    'giu',
  );

/** Anywhere in a sentence. */
export const MEMBERSHIP = words(MEMBERSHIPS);
/** Anywhere in a sentence or heading. */
export const OTHERS_ANYWHERE = words([AUTHORITIES, THEIRS, HELPLINES, EVENTS].join('|'));
/** At the beginning of a sentence or heading only. */
export const OTHERS_FIRST = new RegExp(
  String.raw`(?:^|[.!?:]\s+)(?:(?:l[aeo]s?|el|the|die|der|das|il|os?|as?|het)\s|l['’])?${NO_STREET}(?:${NEARBY})(?![\p{L}\d])${STREET_BEHIND}`,
  'giu',
);
/** A word for what is near, which a company of that kind says of itself. */
export const KIND_OF_PLACE =
  /(?<!\p{L})(?:farm[aáà]cias?|centro de (?:salud|sa[úu]de)|hospital|ambulatorio|restaurante?|bar|cafeter[íi]a|supermercado|museo|gasolinera|taxis?|pharmacy|health cent(?:er|re)|pub|museum|pharmacie|h[ôo]pital|mus[ée]e|apotheke|krankenhaus|gasthaus|ospedale|ristorante|spitalul|restaurantul|muzeul|apotheek|ziekenhuis|apteka|szpital|restauracja|muzeum|apotek\p{L}*|sjukhus\p{L}*|vårdcentral\p{L}*|l[ée]k[áa]rna|nemocnice|farmazia|osasun zentroa|jatetxea|museoa)$/iu;
/** A word for makers, dealers and halls, which a company of that kind says of itself. */
export const KIND_OF_WORK =
  /^(?:fabricantes?|manufacturer|fabricants?|hersteller|produttor[ei]|rivenditor[ei]|produc[ăa]tor|fabrikant|producent|hurtownia|[åa]terf[öo]rs[äa]ljare|forhandler|tillverkare|produsent|v[ýy]robce|fabrikatzaile\p{L}*|venue|lieu de r[ée]ception)$/iu;
/** Beside hours only. */
export const ACTIVITY = words(ACTIVITIES);

/** The title of a legal notice's part about the host; elsewhere, of beds for guests. */
export const HOSTING_TITLE =
  /^(?:(?:\d{1,2}|[ivx]{1,4})[.)]\s*[-–]?\s*)?(?:(?:l['’])?h[ée]bergement|(?:web[- ]?)?hosting|alojamiento(?: web)?|alojamento(?: web)?|hospedagem)\s*:?$/iu;

/** Words before a telephone, behind which a sentence says no more of whom it named. */
export const CALL =
  /(?<!\p{L})(?:tel(?:[ée]fono|efon[eo]?|ephone|efoon|ef)?|tlf|tfno|phone|call|ring|ll[áa]m[ae](?:nos)?|truca(?:'ns)?|t[ée]l(?:[ée]phone)?|appelez|anruf(?:en)?|rufen sie|chiam[ai](?:te)?|ligue|telem[óo]vel|suna[țt]i|bel|zadzwo[ńn]|ring|zavolejte|volejte|deitu)(?!\p{L})\.?/iu;

/** Words of a company about itself, after which a value is its own: `call us`, `nuestro taller`. */
export const OURSELVES =
  /(?<!\p{L})(?:us|our|nosotros|nuestr[oa]s?|ll[áa]m[ae]nos|cont[áa]ct[ae]nos|escr[íi]b[ae]nos|vis[íi]t[ae]nos|nosaltres|nostr[eao]s?|noi|chiama(?:te)?ci|contatta(?:te)?ci|scrivi(?:te)?ci|nous|notre|uns|unser\p{L}*|n[óo]s|noss[oa]s?|contacte-nos|ligue-nos|noastr[ăe]|nostru|ons|onze|nas|nasz\p{L}*|oss|v[åa]r[at]?|vores|n[áa][šs]\p{L}*)(?!\p{L})/iu;

/** A company's own place of work, as it calls it: `our shop`, `unser Hofladen`, `nuestro taller`. */
export const OWN_PREMISES =
  /(?<!\p{L})(?:nuestr[oa]|our|notre|unser\p{L}{0,2}|(?:il |la )?nostr[oa]|(?:o |a )?noss[oa]|ons|onze|nasz\p{L}?|v[åa]r[at]?|vores)\s+(?:\p{L}+\s)?(?:tienda|taller|oficina|despacho|cl[íi]nica|local|shop|store|offices?|workshop|studio|showroom|magasin|boutique|atelier|bureau|cabinet|\p{L}*(?:laden|gesch[äa]ft|b[üu]ro|praxis|werkstatt)|negozio|ufficio|bottega|officina|loja|escrit[óo]rio|winkel|kantoor|praktijk|zaak|sklep|biuro|gabinet|butik|kontor|verkstad)(?!\p{L})/iu;

/** At its end, a company's words for somebody who is not it: `our sister company`. */
export const OUR_RELATION =
  /(?<!\p{L})(?:nuestr[oa]s?|our|notre|nos|unser\p{L}{0,2}|nostr[oaei]|noss[oa]s?|noastr[ăe]|nostru|ons|onze|nasz\p{L}*|v[åa]r[at]?|vores)\s(?:\p{L}+\s){1,3}$/iu;
