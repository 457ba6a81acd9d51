import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
o a os as um uma uns umas de do da dos das em no na nos nas num numa ao aos à às por pelo pela pelos pelas para com e ou
d n quem que qual quais quando quanto quanta quantos quantas como onde porque porquê cujo
eu me te se ele ela você vocês meu minha meus minhas seu sua seus suas nosso nossa este esta isto esse essa
é são era foi está estão tem têm há posso pode preciso procuro
olá obrigado obrigada favor
`);

// Frequent words of queries on any subject.
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

/** Portuguese. The typed form `reparacao` is stemmed as `reparação`. */
export const portuguese: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  placePrepositions: new Set(['em', 'no', 'na']),
  knownPlacePrepositions: new Set(['a', 'ao', 'por', 'ate']),
  stem: (word) => STEMMERS.pt(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções')),
};
