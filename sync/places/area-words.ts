import { fold } from '../../db/search/text/folding.ts';

const words = (list: string) => list.trim().split(/\s+/).map(fold);

/** Folded words for parts and surroundings of towns; a heading with such a word precedes a list of places. */
export const AREA_WORDS: ReadonlySet<string> = new Set([
  ...words('barrio barrios municipio municipios distrito distritos pueblo pueblos localidad localidades zona zonas'),
  ...words('comarca comarcas urbanizaciones poblaciones alrededores cercanías colonia colonias comuna comunas'),
  ...words('barri barris municipis poble pobles districtes comarques auzo auzoak herriak concello concellos'),
  ...words('area areas neighbourhood neighbourhoods neighborhood neighborhoods suburb suburbs town towns village'),
  ...words('villages district districts borough boroughs'),
  ...words('stadtteil stadtteile stadtteilen bezirk bezirke bezirken ortsteil ortsteile orte orten gemeinden umgebung'),
  ...words('einsatzgebiet einsatzgebiete'),
  ...words('quartier quartiers commune communes ville villes arrondissement arrondissements secteur secteurs'),
  ...words('quartiere quartieri comune comuni zone frazioni dintorni'),
  ...words('bairro bairros concelho concelhos freguesia freguesias localidades municípios'),
  ...words('wijk wijken stadsdelen gemeente gemeenten dorpen plaatsen regio'),
  ...words('cartier cartiere orașe sate localități sectoare'),
]);
