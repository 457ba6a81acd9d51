import { wordByForm } from './language.ts';

// Stems of verbs, and stems of irregular forms that the stemmer does not conflate.
const LIST = `
cerr: cierr, encierr
cost: cuest
perd: pierd
calent: calient
encend: enciend
enten: entiend
atend: atiend
extend: extiend
defend: defiend
manten: mantien, mantuv
conten: contien, contuv
obten: obtien, obtuv
deten: detien, detuv
ten: tien, tuv
ven: vien
mov: muev
mor: muer, muert, muri
dorm: duerm
son: suen
solt: suelt
colg: cuelg
descolg: descuelg
mostr: muestr
demostr: demuestr
encontr: encuentr
record: recuerd
cont: cuent
volv: vuelv, vuelt
devolv: devuelv, devuelt
resolv: resuelv, resuelt
prob: prueb
comprob: comprueb
apret: apriet
pens: piens
empez: empiez
comenz: comienz, comienc
serv: sirv, sirvi
ped: pid, pidi
med: mid, midi
segu: sig, sigu, sigui
consegu: consig, consigu, consigui
eleg: elig, eligi
correg: corrig, corrigi
repar: rep
prepar: prep
compar: comp
separ: sep
refer: refier, refir
requer: requier, requir
adquir: adquier
suger: sugier, sugir
invert: inviert, invirt
convert: conviert, convirt
advert: adviert, advirt
sent: sient, sint
jug: jueg
llov: lluev
coc: cuec
torc: tuerc, tuerz
forz: fuerz
reforz: refuerz
gobern: gobiern
quebr: quiebr
reg: rieg
neg: nieg
freg: frieg
nev: niev
hel: hiel
dec: dij, dic
produc: produj, produzc
conduc: conduj
introduc: introduj
reduc: reduj
hac: hiz, hech
escrib: escrit, escribi
abr: abrir, abren, abri, abrid, abriend, abrim, abris, abiert, apertur
us: usar, usan, usen, usad, usando
romp: rot, rompi, rotur
nac: naci, nazc, nacimient
ofrec: ofrezc
conoc: conozc
parec: parezc
olor: huel, oler
got: gote
limpi: limpiez
electr: electric
urgent: urgenci
garanti: garantiz
pint: pintor, pintur
`;

export const VERB_STEMS: ReadonlyMap<string, string> = wordByForm(LIST);
