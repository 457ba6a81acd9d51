/**
 * Words that name persons, folded: given names and family names that are frequent in several languages, without those that are
 * common words or names of towns as well. A question with one of them is never kept as text, whatever else it says.
 */
export const NAMES: ReadonlySet<string> = new Set(
  `
  aaron abad abdul abel abigail abraham adela adele adrian adriana agnes agnieszka aguilar aguilera aguirre agustin ahmed
  aidan aina ainhoa aitana aitor alan alberto aleix alejandra alejandro aleksander alessandro alessia alex alexandra alexandre
  alexei alfaro alfonso alfredo ali alice alicia alina alison alma almeida alonso alvarez alvaro alves amaia amalia amanda
  amaya amelia amin amina amir amparo amy ana anais anastasia anders anderson andersson andrade andrea andreas andreea andrei
  andres andreu andrew andrzej anna anne annie anton antonia antonio antunez araceli aranda ariadna arias ariel armstrong
  arnau arroyo arthur arturo ashley asier astrid asuncion avila axel ayoub aznar azucena ballesteros barbara barbosa bart
  bartolome bauer beatrice beatriz becker belen benavides benitez benito benjamin bennett bermejo bermudez bernard bernardo
  bernat bettina bianchi biel bjorn blasco bonilla borges boris borja brad brandon brenda brennan brian brigitte bruno bryan
  burgess bustamante cabrera calderon camacho camila camille campbell candela cardenas cardoso carina carla carles carlos
  carlota carme carmelo carmen carolina caroline carrasco carrillo carvajal carvalho casper castaneda castro catalina caterina
  catherine cecilia celia cervantes cesar chantal charles charlie charlotte chavez chen chiara chloe christian christina
  christine christopher claire clark clarke claudia claudio clemente cohen collins colombo concepcion conchita contreras
  cortez cristian cristiano cristina cristobal cunningham cynthia daniel daniela danilo david davies davis debora deborah
  denis denise dennis diana dias diaz diego dieter dimitri dmitry domenech dominguez dominic donald doris dorothy duarte
  dubois dupont duran durand dylan echeverria edgar edith eduard eduardo edward edwards edwin elena eleni elias elisa elisabet
  elisabeth elisenda elizabeth ella ellen eloisa elsa elvira emil emilia emiliano emilio emily emma emmanuel encarna
  encarnacion enric enrique enzo eric erica erik erika ernest ernesto escobar escribano espinosa espinoza esposito esteban
  estefania estela ester esteve estevez esther estrada ethan eugenia eugenio eulalia eusebio eva evan evans evelyn exposito
  ezequiel fabian fabio fatima federico felipe felix ferdinand fermin fernanda fernandes fernandez fernando ferran ferrari
  ferreira ferrer figueroa fiona fischer fletcher florian fournier francesc francesca francesco francis francisca francisco
  francois frank franz fred frederic frederick freire gabriel gabriela gael gallardo galvez garcia garrido garriga gary garzon
  gaspar gemma george georgina gerard gerardo giacomo gianluca gibson gil gilberto gilles gimenez giorgio giovanni giraldo
  gisela giulia giuseppe gomes gomez gomis goncalves gonzales gonzalez gonzalo gordillo gordon graham gregorio gregory greta
  griffin gruber guadalupe guevara guido guillem guillen guillermo gustavo gutierrez guzman hamza hanna hannah hans hansen
  harold harris harrison harry hassan heather hector heidi helen helena helmut henri henry heredia herminia hernan hernandez
  hernando herrera hidalgo hilda hiroshi hoffmann hortensia howard hughes hugo hurtado hussain hussein ian ibanez ibrahim
  ignacio igor iker ilona imanol imma inaki ines ingrid inigo inmaculada ioana irene irina iris isaac isabel isabella isidro
  ismael israel itziar ivan ivana ivanov ivo jacinto jackson jacob jacqueline jacques jaime jakub james jamie jan jana jane
  janet janina jansen janssen jasmine jason jaume javier jean jeanne jeffrey jelena jenkins jennifer jenny jens jensen jeremy
  jerome jerzy jesper jessica jesus jill jimena jimenez jimmy joan joana joanna joao joaquim joaquin jochen joel joelle johan
  johanna johannes johansson john johnson jon jonathan jones jorda jordi jorge jorgen jose josefa josefina josep joseph joshua
  josue joyce juan juana juanjo juarez judith julen julia julian juliana julie julien julieta julio julius jurgen justin karen
  karim karin karina karl karla katarina katarzyna kate katherine kathleen kathryn katia katrin kaya keith keller kelly kenji
  kennedy kenneth kevin khaled khalid khan kim kimberly klaus kovac kowalski kristen kristina krzysztof kumar kurt laia
  lambert lara larissa lars larsen laszlo laura lauren laurent leandro lefebvre leire lena leonard leonardo leonor leopoldo
  leroy leslie leticia lewis leyre lia liam lidia lilian liliana lina linda lisa llorens loic lola lopes lopez lorena lorente
  lorenzo louis louise lourdes lozano luc luca lucas lucia luciana luciano lucie lucy ludovic luigi luis luisa lukas luque
  lydia macarena machado macias maddalena madeleine magdalena mahmoud maite malak malik mancini manel manfred manoli manolo
  manuel manuela marc marcel marcelo marcia marcin marco marcus margaret margarida margarita maria mariam marian mariana
  mariano maribel marie mariela marija marilyn mario marion marisa marisol marjorie marko markus marlene marquez marrero
  marshall marta martel martha marti martin martina martine martinez martins marvin mary maryam mateo mateu mathias mathieu
  matias matilde matteo matthew matthias maurice mauricio mauro maxim maxime maximo medina megan mejia melanie melissa mendez
  mendoza menendez meritxell meyer michael michaela michal michel michele michelle miguel miguez mihai mikel milan milena
  millan miller minh miquel miranda mireia miriam miroslav mitchell mohamed mohammed moises moliner monica monika monroy
  montero montoya montserrat moore morales moran moreau morel moretti morgan morris moya muhammad muller munoz murphy murray
  mustafa myriam nadal nadia nagore naiara nancy naomi narvaez natalia natalie natasha nathalie nathan navarro navas neil
  nelson nerea nestor neumann nguyen nicholas nick nico nicola nicolae nicolas nicole nielsen niklas nikola nikolai nilsson
  nina noah noelia noemi nora norbert novak nowak nunez nuno nuria ocampo ochoa oconnor octavio ojeda oksana olaf oleg olga
  olivares oliveira oliver olivia olivier olsen omar ordonez oriol orozco ortega ortiz oscar osorio otero otto owens pablo
  pacheco paco padilla pamela paola paolo pascal pascual pastor patel patricia patricio patrick patrik patxi pau paul paula
  paulina paulo pavel pawel pedersen pedro pena penelope pepe peralta pere pereira perez perry peter petersen peterson petra
  philip philipp philippe pia pierre pietro piotr pol popescu powell priscila puig quintana quintero quiroga rachel radu
  rafael rafaela rahul raimundo rainer ralph ramirez ramiro ramon ramona rangel raquel rashid raul raymond rebeca rebecca
  reinaldo renata renate rene requena reynolds ribeiro ricard ricardo riccardo ricci richard richards richardson rinaldi rita
  rivas rivera rivero robert roberta roberto robinson rocha rodolfo rodrigo rodrigues rodriguez roger rogers rojas roland
  rolando roldan romano romeu romina ronald rosalia rosario rosemary roser ross rossi roux rovira roxana ruben rudolf rufino
  ruiz russell russo ruth ryan saavedra sabina sabine sabrina saez said salazar salcedo salgado salma salvador salvatore sam
  samantha samira samuel sanchez sanchis sanders sandoval sandra santana santiago santos sanz sara sarah sasha schmidt schmitt
  schneider schroeder schulz schwarz scott sebastian sebastien sergei sergi sergio serna serra sharon shirley sigrid silvia
  simmons simon simona simone singh smith sofia soler solis sonia sophia sophie soraya soriano sosa souza stefan stefania
  stefano stella stephane stephanie stephen steve steven stewart stuart suarez sullivan susan susana susanna suzanne sven
  svensson svetlana sylvie tamara tania tatiana taylor tejada tellez teodoro teresa teresita thanh theo theodore theresa
  therese thiago thomas thompson thorsten tiffany tim timothy tina tobias tomasz tommaso toni tracy tran tristan trujillo
  turner txema ulrich ulrike umberto unai urena uwe valdes valentin valentina valenzuela valeria valerie valero vallejo vanesa
  vanessa vargas vasile vasquez vazquez velasco velazquez velez vera veronica vicario vicent vicenta vicente victor vidal
  viktor vilar villalba villanueva villar villegas vincent vincenzo virginia vladimir wagner walter wanda wang watson weber
  wei wendy werner wilfred wilhelm william williams wilson wolfgang wright xabier xavi xavier ximena yago yang yasmin yasmina
  yilmaz yolanda yousef yulia yusuf yves yvonne zabala zacarias zaida zamora zapata zhang zhao zimmermann zoe zoltan zuzana
  `
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words that a name follows, folded. */
export const TITLES: ReadonlySet<string> = new Set(
  'don dona senor senora senorita sr sra srta dr dra mr mrs ms miss mister sir madam herr frau monsieur madame mme signor signora'.split(
    ' ',
  ),
);

/** Words in which a person tells a name or a way to reach them, folded. */
export const INTRODUCTIONS =
  /\b(?:me llamo|mi nombre|mis apellidos|my name|i am called|i m called|ich heisse|mein name|je m appelle|mi chiamo|meu nome|em dic|el meu nom|arroba|gmail|hotmail|outlook|yahoo|icloud|proton(?:mail)?|dni|nie|nif|passport|pasaporte|iban|swift|ssn|seguridad social|social security|tarjeta sanitaria|matricula)\b/;
