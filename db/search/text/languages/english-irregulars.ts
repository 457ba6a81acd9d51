import { wordByForm } from './language.ts';

// Irregular forms that the stemmer does not conflate. Forms that are also further words are excluded (left, saw,
// found).
const LIST = `
begin: began, begun
bend: bent
bite: bitten
bleed: bled
blow: blew, blown
break: broke, broken
bring: brought
build: built
burn: burnt
buy: bought
catch: caught
child: children
choose: chose, chosen
deal: dealt
dig: dug
draw: drew, drawn
drink: drank, drunk
drive: drove, driven
eat: ate, eaten
fall: fallen
feed: fed
fight: fought
flee: fled
fly: flew, flown
foot: feet
forbid: forbade, forbidden
forget: forgot, forgotten
freeze: froze, frozen
grow: grew, grown
half: halves
hang: hung
hide: hid, hidden
hold: held
keep: kept
knife: knives
learn: learnt
lend: lent
light: lit
loaf: loaves
lose: lost
man: men
meet: met
mistake: mistook, mistaken
mouse: mice
mow: mown
pay: paid
prove: proven
rebuild: rebuilt
repay: repaid
ring: rang
run: ran
seek: sought
sell: sold
send: sent
sew: sewn
shake: shook, shaken
shelf: shelves
show: shown
shrink: shrank, shrunk
sing: sang, sung
sleep: slept
speak: spoken
spell: spelt
spend: spent
spill: spilt
spoil: spoilt
steal: stole, stolen
stick: stuck
strike: struck
sweep: swept
swell: swollen
swim: swam, swum
teach: taught
tear: torn
think: thought
throw: threw, thrown
tooth: teeth
understand: understood
wear: wore, worn
weave: wove, woven
wife: wives
withdraw: withdrew, withdrawn
woman: women
write: wrote, written
`;

export const IRREGULAR_FORMS: ReadonlyMap<string, string> = wordByForm(LIST);
