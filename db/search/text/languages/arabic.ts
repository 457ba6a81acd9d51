import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
في من الي علي عن مع حتي منذ خلال بين بعد قبل تحت فوق عند لدي دون حول ضد نحو عبر
و ف ب ل ك او ام ثم لكن بل ان اذا لو لما كي لان حيث كما بينما
هذا هذه ذلك تلك هولاء اولئك الذي التي الذين اللذين اللتين اللاتي
انا نحن انت انتم هو هي هم هن هما به بها بهم له لها لهم فيه فيها منه منها عنه عليه عليها
ما ماذا من متي اين كيف كم لماذا هل اي ايه مما بم لم لن لا ليس ليست
كان كانت كانوا يكون تكون كون هناك قد تم تمت يتم وقد وكان وهو وهي وفي ومن وما والذي والتي ايضا فقط كل بعض غير اكثر جدا
`);

// Frequent words of queries on any subject.
const GENERAL_WORDS = wordSet('عدد اسم الاسم نوع نسبة مرة يمكن شيء الشيء');

/** Arabic. Vowels are not written, so related stems need only four common letters. */
export const arabic: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  relatedFrom: 4,
  stem: STEMMERS.ar,
};
