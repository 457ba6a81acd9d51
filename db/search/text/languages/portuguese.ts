import { subjectsOf, wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
o a os as um uma uns umas de do da dos das em no na nos nas num numa ao aos à às por pelo pela pelos pelas para com e ou
d n quem que qual quais quando quanto quanta quantos quantas como onde porque porquê cujo
eu me te se ele ela você vocês meu minha meus minhas seu sua seus suas nosso nossa este esta isto esse essa
é são era foi está estão tem têm há posso pode preciso procuro
olá obrigado obrigada favor
`);

/** Words of many questions, whatever they ask about. */
const GENERAL_WORDS = wordSet(`
saber sabe dizer diz diga dizem encontrar encontra obter ter tenho temos dar dão dou tomar levar leva levo vir vem
venha ir vai vou põe ver vê veja passar passa mandar mando enviar envio mostrar usar usa pedir peço procurar procura
querer quero quer queria gostava gostaria poder podem podia dever devo deve devem precisar precisa fazer faz faço
fazem feito acontece recebo receber
tempo muito muita muitos mais menos pouco poucos alguns algum cada outro outra outros mesmo todo toda todos todas
também ainda já bem mal sempre nunca desde até antes depois durante enquanto sem sob entre contra então agora
custa custam custar vale dura duram começa existe existem oferece oferecem inclui incluem incluído aceita aceitam
serve
bom boa melhor novo nova grande pequeno possível diferente
coisa coisas maneira forma tipo tipos caso opção opções informação informações exemplo pergunta motivo problema
dia dias semana semanas mês meses ano anos hora horas hoje amanhã ontem manhã tarde noite vez vezes
utilizador cliente pessoa pessoas gente alguém senhor senhora
aqui ali mas não sim lhe lhes isso ser estar
avariado avariada partido partida estragado estragada quebrado quebrada barato barata funciona funcionam
consigo consegue conseguem conseguir fica ficam ficar posso pode preciso começar começo comecei acabar acabei
deixar deixa deixou sair sai meter mete meto pôr ponho hipótese dois duas três só tão tanto tanta demasiado
quase logo depressa rápido coisinha sítio jeito espécie certo certa mau má pior sozinho sozinha junto
juntos quanto quantos quantas gosto gostei estou está estão estava tinha havia ficou foi foram era
`);

/** What is wanted, by fields: trades, goods, bargains, outings. */
const SUBJECTS = subjectsOf(
  `
advogado advogada divórcio herança testamento, notário, contabilista, médico médica cirurgião enfermeiro enfermeira
ginecologista pediatra dermatologista, dentista ortodontista dentário dentária, psicólogo psicóloga psiquiatra psicoterapeuta
terapeuta, fisioterapeuta fisioterapia osteopata podologista massagem massagens massagista, nutricionista, farmácia
farmacêutico, óptica oculista óculos, veterinário veterinária canino canina felino, cabeleireiro cabeleireira barbeiro
barbearia, esteticista manicure pedicure maquilhadora maquiadora depilação lipoaspiração, tatuagem tatuagens tatuador, professor
professora explicações explicador curso, treinador ginásio yoga ioga pilates karate judo zumba crossfit, infantário creche babá,
padaria padeiro pastelaria pasteleiro bolo, talho açougue, peixaria, florista ramo buquê, cozinheiro catering restaurante pizza
pizzaria sushi hambúrguer, fotógrafo fotógrafa, costureira alfaiate coser costura, sapateiro, ourivesaria, canalizador
encanador, eletricista, serralheiro chaveiro, carpinteiro marceneiro, pintor pintura, pedreiro, jardineiro jardinagem poda relva
sebe, mudança, mecânico pneu, sucata, táxi taxista motorista, estafeta, arquiteto, imobiliária, jornalista, tradutor tradutora
tradução traduções intérprete, tipografia, programador iphone smartphone laptop computador impressora playstation, detetive,
funerária, parteira, cuidador cuidadora, tosquia, vidente astrólogo horóscopo tarot, estofador, soldador, vidraceiro,
desinfestação, palhaço mágico, seguro, hipoteca empréstimo leasing, aluguer aluguel alugar arrendar arrendamento, vendo leilão
leilões, lotaria loteria apostas, bitcoin criptomoeda, adotar adoção, patente, hotel hotéis pousada campismo, voo cruzeiro,
concerto teatro cinema museu discoteca, esqui, dança, guitarra violão piano violino, brinquedo, cavalo, papagaio, casino bingo
karaoke, piscina, fotovoltaico fotovoltaica solar solares, geotermia, pellet lenha, lareira chaminé, alarme videovigilância,
andaime, betoneira escavadora, armazém, decorador decoradora, pérgola, mármore granito, fossa séptica, antena
parabólica, router roteador, bicicleta trotinete motocicleta, barco iate autocaravana, vacina ecografia radiografia ressonância,
passaporte nacionalidade, colchão colchões, ténis tênis futebol basquetebol golfe, surf caiaque, demolição, amianto,
receita medicamento medicação lasanha esparguete panqueca risoto bacalhau, meteorologia, spotify, netflix filme hollywood,
adivinha sudoku, campeonato olimpíadas nba, eleição eleições parlamento senador deputado, dividendo acionista, álgebra
trigonometria, javascript chatgpt, minecraft fortnite pokemon, dinossauro vulcão astronauta, croché crochê, telescópio
microscópio
`,
  's',
  'es',
);

/** Portuguese. `reparacao`, as it is typed, is `reparação`. */
export const portuguese: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  subjects: SUBJECTS,
  placePrepositions: new Set(['em', 'no', 'na']),
  knownPlacePrepositions: new Set(['a', 'ao', 'por', 'ate']),
  stem: (word) => STEMMERS.pt(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções')),
};
