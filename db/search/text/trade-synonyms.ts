/**
 * Synonyms of the trade: words that customers use for the same thing, in Spain and in the other Spanish-speaking countries. One
 * group a line, members separated by commas; a member may be a phrase. Forms of one word need no line: they share a stem.
 */
const LIST = `
fontanero, plomero, gasfiter, lampista
desatasco, desatranco, desatoro, desobstrucción, destape
desatascar, desatrancar, desatorar, desobstruir, destapar
atasco, atranco, obstrucción, tapón
atascado, atrancado, obstruido, taponado, tupido
atasco, desatasco
pocero, desatasco, alcantarillado
grifo, grifería, monomando, canilla, llave
termo, calentador, boiler
caldera, calentador
aire acondicionado, climatización, climatizador, split
calefacción, radiador, calefactor
cerrajero, cerrajería
bombín, cilindro, cerradura, bombillo, chapa
electricista, electricidad
enchufe, toma de corriente, tomacorriente
bombilla, foco, ampolleta, lámpara
luz, iluminación, electricidad
cuadro eléctrico, cuadro de luces, caja de fusibles
diferencial, magnetotérmico, automático, fusible, plomos
boletín eléctrico, certificado eléctrico
cortocircuito, corto
fuga, escape, pérdida
gotea, pierde
gotera, filtración, humedad
tubería, cañería, tubo, caño, conducción
bajante, desagüe, tubería
inodoro, váter, wáter, wc, retrete, taza, sanitario
cisterna, tanque, depósito
fregadero, pila, lavaplatos
lavabo, lavamanos, pica
baño, aseo, cuarto de baño
bañera, tina
ducha, regadera
nevera, frigorífico, refrigerador, frigo, heladera
congelador, arcón
lavadora, lavarropas
lavavajillas, lavaplatos, friegaplatos
vitrocerámica, vitro, placa, inducción
electrodoméstico, aparato
servicio técnico, reparación
reforma, renovación, remodelación, rehabilitación, obra
albañil, albañilería, paleta
albañil, albañilería, reforma
pintor, pintura
tarima, parquet, suelo, pavimento
azulejo, baldosa, alicatado
persiana, estor
garaje, cochera, aparcamiento, parking
piso, vivienda, casa, domicilio, hogar, apartamento
comunidad, finca, edificio
ascensor, elevador
arreglar, reparar, solucionar
arreglo, reparación
instalar, montar, colocar, poner
cambiar, sustituir, reemplazar
avería, fallo, desperfecto, problema
roto, averiado, estropeado
precio, tarifa, coste, costo, importe
presupuesto, precio
cuesta, cobra, vale, precio, tarifa
urgente, urgencia, emergencia
horario, horas
teléfono, contacto
empleo, trabajo, vacante
seguro, aseguradora
coche eléctrico, vehículo eléctrico, punto de recarga
videoportero, portero automático, telefonillo, interfono
acorazada, blindada
`;

/** The built-in groups of synonyms; a site may add others. */
export const TRADE_SYNONYMS: readonly (readonly string[])[] = LIST.trim()
  .split('\n')
  .map((line) => line.split(',').map((member) => member.trim()));
