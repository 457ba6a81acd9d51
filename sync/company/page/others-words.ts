import { wordsOf } from '../words.ts';

const others = wordsOf('others');

// Streets and houses are named after places nearby: `Station Road`, `Bahnhof-Straße`, `Sjukhusvägen`.
const STREET_BEHIND = String.raw`(?:(?<=\s(?:at|by|with|to|in|on|from|of|the))|(?![\s-](?:street|road|rd|lane|avenue|square|place|way|terrace|close|yard|row|hill|gardens|house|drive|court|crescent|approach|mews|parade|buildings?|chambers|mill|works|lodge|cottages?|barn|farm|wharf|quay|stra(?:ß|ss)e|str\.|platz|weg|straat|plein|laan)(?!\p{L})))`;
const NO_STREET = String.raw`(?!\p{L}*(?:gatan?|v[äa]gen|veien|vegen|vej|gade|stra(?:ß|ss)e|platz|weg|straat|plein|laan)(?!\p{L}))`;
const wholeWords = (parts: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\d])(?<!${others('street_before')})${NO_STREET}(?:${parts})(?![\p{L}\d])${STREET_BEHIND}`,
    'giu',
  );
const THEIRS = `(?<!${others('yours')})(?<!${others('we_are')})(?:${others('partners')})(?!${others('of_what')})`;

/** Bodies with the company as a member, at any position of a sentence. */
export const MEMBERSHIP = wholeWords(others('memberships'));
/** Words of third parties, at any position of a sentence or heading. */
export const OTHERS_ANYWHERE = wholeWords(
  [others('authorities'), THEIRS, others('helplines'), others('events')].join('|'),
);
/** Words of third parties at the beginning of a sentence or heading. */
export const OTHERS_FIRST = new RegExp(
  String.raw`(?:^|[.!?:]\s+)(?:(?:l[aeo]s?|el|the|die|der|das|il|os?|as?|het)\s|l['’])?${NO_STREET}(?:${others('nearby')})(?![\p{L}\d])${STREET_BEHIND}`,
  'giu',
);
/** Words of activities with separate hours. */
export const ACTIVITY = wholeWords(others('activities'));
export const KIND_OF_PLACE = others.pattern('kind_of_place', 'iu');
export const KIND_OF_WORK = others.pattern('kind_of_work', 'iu');
export const HOSTING_TITLE = others.pattern('hosting', 'iu');
export const CALL = others.pattern('call', 'iu');
export const OURSELVES = others.pattern('ourselves', 'iu');
export const OWN_PREMISES = others.pattern('own_premises', 'iu');
export const OUR_RELATION = others.pattern('our_relation', 'iu');
