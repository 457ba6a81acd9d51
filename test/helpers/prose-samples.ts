/** A text about a workshop in languages whose stop words are known, and in near relatives of theirs. */
export const PROSE = {
  spanish:
    'Somos un taller de barrio que repara bicicletas desde hace más de veinte años. Cuando nos traes la tuya, la miramos contigo y te ' +
    'decimos lo que hay que hacer y lo que cuesta antes de empezar. Si no tiene arreglo, también te lo decimos. No hace falta pedir cita: ' +
    'puedes venir por la mañana o por la tarde, y los sábados hasta la una. Las piezas que usamos son las mismas que recomienda el ' +
    'fabricante, y todos los trabajos tienen una garantía de dos años para que puedas montar sin preocuparte de nada.',
  english:
    'We are a small workshop and have been mending bicycles for more than twenty years. When you bring us yours, we look at it with you ' +
    'and say what is to be done and what it will cost before we begin. If it is not worth the work, we tell you that as well. There is no ' +
    'need for an appointment: you can come in the morning or in the afternoon, and on Saturdays until one. The parts that we use are those ' +
    'which the maker wants, and all of our work has a guarantee of two years, so that you can ride without a thought of it.',
  portuguese:
    'Somos uma oficina de bairro que repara bicicletas há mais de vinte anos. Quando nos traz a sua, vemos a bicicleta com o dono e ' +
    'dizemos o que é preciso fazer e quanto custa antes de começar. Se não tem conserto, também o dizemos. Não é preciso marcar hora: ' +
    'pode vir de manhã ou à tarde, e aos sábados até à uma. As peças que usamos são as mesmas que o fabricante recomenda, e todos os ' +
    'trabalhos têm uma garantia de dois anos para que possa andar com a sua bicicleta sem se preocupar com nada.',
  galician:
    'Somos un taller de barrio que arranxa bicicletas desde hai máis de vinte anos. Cando nos trae a súa, mirámola con vostede e ' +
    'dicímoslle o que hai que facer e o que custa antes de comezar. Se non ten amaño, tamén llo dicimos. Non fai falta pedir cita: pode ' +
    'vir pola mañá ou pola tarde, e os sábados ata a unha. As pezas que usamos son as mesmas que recomenda o fabricante, e todos os ' +
    'traballos teñen unha garantía de dous anos para que poida montar sen preocuparse de nada.',
  catalan:
    'Som un taller de barri que repara bicicletes des de fa més de vint anys. Quan ens portes la teva, la mirem amb tu i et diem què ' +
    'hi ha per fer i quant costa abans de començar. Si no té arranjament, també t’ho diem. No cal demanar hora: pots venir al matí o a ' +
    'la tarda, i els dissabtes fins a la una. Les peces que fem servir són les mateixes que recomana el fabricant, i tots els treballs ' +
    'tenen una garantia de dos anys perquè puguis pedalar amb la bicicleta sense cap preocupació del món i amb els amics.',
  russian:
    'Мы небольшая мастерская и чиним велосипеды уже больше двадцати лет. Когда вы привозите нам свой велосипед, мы смотрим его вместе с ' +
    'вами и говорим, что надо сделать и сколько это будет стоить, до начала работы. Если чинить уже нет смысла, мы тоже скажем вам об этом. ' +
    'Записываться не нужно: вы можете прийти утром или днём, а по субботам до часа. Мы ставим только те детали, которые советует завод, ' +
    'и на все работы даём два года гарантии, чтобы вы могли ездить и не думать ни о чём.',
  bulgarian:
    'Ние сме малка работилница и поправяме велосипеди от повече от двадесет години. Когато ни донесете вашия, ние го гледаме заедно с вас ' +
    'и казваме какво трябва да се направи и колко ще струва, преди да започнем. Ако не си струва, и това ще ви кажем. Не е нужно да си ' +
    'запазвате час: може да дойдете сутрин или следобед, а в събота до един. Частите, които слагаме, са тези, които препоръчва заводът, ' +
    'и за всяка работа има гаранция от две години, за да карате без да мислите за нищо.',
  ukrainian:
    'Ми невелика майстерня і лагодимо велосипеди вже понад двадцять років. Коли ви привозите нам свій, ми дивимося на нього разом з вами ' +
    'і кажемо, що треба зробити і скільки це коштуватиме, перш ніж почати. Якщо лагодити вже немає сенсу, ми теж вам про це скажемо. ' +
    'Записуватися не треба: ви можете прийти вранці або вдень, а в суботу до першої. Ми ставимо лише ті деталі, які радить завод, і на ' +
    'всі роботи даємо два роки гарантії, щоб ви могли їздити і ні про що не думати.',
  dutch:
    'Wij zijn een kleine werkplaats en maken al meer dan twintig jaar fietsen. Als u die van u bij ons brengt, kijken wij er samen met u ' +
    'naar en zeggen wij wat er moet gebeuren en wat het kost voor wij beginnen. Is het niet meer de moeite waard, dan zeggen wij dat ook. ' +
    'U hoeft geen afspraak te maken: u kunt in de ochtend of in de middag komen, en op zaterdag tot een uur. De onderdelen die wij ' +
    'gebruiken zijn die van de fabriek, en op al het werk hebt u twee jaar garantie, zodat u zonder zorgen op weg kunt.',
  afrikaans:
    'Ons is ’n klein werkswinkel en maak al meer as twintig jaar fietse reg. Wanneer jy joune by ons bring, kyk ons saam met jou daarna en ' +
    'sê ons wat gedoen moet word en wat dit kos voor ons begin. As dit nie meer die moeite werd is nie, sê ons dit ook. Jy hoef nie ’n ' +
    'afspraak te maak nie: jy kan in die oggend of in die middag kom, en op Saterdag tot een uur. Die dele wat ons gebruik is dié van die ' +
    'fabriek, en op al die werk het jy twee jaar waarborg, sodat jy sonder sorge kan ry.',
} as const;
