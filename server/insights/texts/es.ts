import { PATHS } from '../../../shared/public-paths.ts';
import type { InsightsTexts } from './insights-texts.ts';

export const INSIGHTS_ES: InsightsTexts = {
  title: 'Qué han preguntado los agentes',
  titleOf: (site) => `${site} · qué han preguntado los agentes`,
  period: (from, to) => (from === to ? from : `del ${from} al ${to}`),
  nothing: 'Todavía no se ha preguntado nada, o LEDGER_DAYS es 0.',
  none: 'Nada.',
  withoutText: (questions) => `${questions} más, cuyo texto no se guarda.`,
  numbers: 'Las cifras',
  privacy: ({ without_text: untold, personal, busy, full }) =>
    [
      'El texto de una pregunta se guarda cuando la han hecho en 30 días tres personas o programas sin relación entre sí. Las palabras que no usa el sitio se sustituyen por «…», y no se guardan números, direcciones ni documentos.',
      `Contadas sin su texto: ${untold}, ${personal} de ellas quizá personales.`,
      ...(busy + full > 0 ? [`Sin anotar por ser demasiadas: ${busy + full}.`] : []),
    ].join(' '),
  totals: {
    calls: 'llamadas',
    questions: 'preguntas',
    unanswered: 'sin respuesta',
    reads: 'páginas leídas',
    refused: 'rechazadas por la cuota',
    without_text: 'sin su texto',
  },
  sections: {
    trend: { title: 'Día a día', about: 'Preguntas de cada día y cuántas quedaron sin respuesta.' },
    not_found: {
      title: 'Sin respuesta',
      about: 'Preguntas sin resultados o con una palabra que el sitio no tiene.',
    },
    not_read: {
      title: 'Encontrado, pero no leído',
      about: 'Preguntas que mostraron páginas de las que no se leyó ninguna en los minutos siguientes.',
    },
    questions: { title: 'Lo más preguntado', about: 'Las preguntas que más se han hecho.' },
    pages: {
      title: 'Páginas que usan los agentes',
      about: 'Cuántas veces se leyó cada página y se mostró entre los primeros resultados.',
    },
    services: { title: 'Preguntas por servicio', about: 'Según el servicio de la primera página mostrada.' },
    cities: { title: 'Preguntas por ciudad', about: 'Según la ciudad pedida o la de la primera página mostrada.' },
    callers: {
      title: 'Quién llama',
      about: 'Llamadas por User-Agent e interfaz, sin las de este servicio ni las de WordPress.',
    },
    quota: {
      title: 'Uso de la cuota',
      about: 'Llamadas según la parte de su cuota que llevaba gastada quien llamaba.',
    },
    trial: { title: 'Prueba de los sinónimos', about: 'Respuestas que cambian con los sinónimos propuestos.' },
  },
  columns: {
    question: 'pregunta',
    asked: 'veces',
    reason: 'motivo',
    read: 'leídas',
    proposal: 'propuesta',
    page: 'página',
    shown: 'mostrada',
    service: 'servicio',
    city: 'ciudad',
    questions: 'preguntas',
    caller: 'quién',
    calls: 'llamadas',
    identified: 'con token',
    low: 'menos de la mitad',
    high: 'más de la mitad',
    refused: 'rechazadas',
    day: 'día',
    unanswered: 'sin respuesta',
    reads: 'páginas leídas',
    before: 'antes',
    after: 'después',
  },
  reasons: { empty: 'sin resultados', unmatched: 'palabra desconocida' },
  faces: { http: 'API HTTP', mcp: PATHS.mcp, knowledge: PATHS.mcpKnowledge, markdown: 'página en Markdown' },
  callers: { anonymous: 'sin token', identified: 'con token' },
  families: {
    None: 'sin User-Agent',
    Others: 'otros',
    Browsers: 'navegadores',
    Crawlers: 'rastreadores',
    'Command line': 'línea de órdenes',
    'Other assistants': 'otros asistentes',
    'Other editors': 'otros editores',
    'MCP tools': 'herramientas MCP',
    'Agent frameworks': 'bibliotecas de agentes',
  },
  proposals: {
    synonym: ({ words }) => `sinónimo para site.yaml: [${words.join(', ')}]`,
    page: ({ path, title }) => `decirlo en ${path} (${title})`,
    place: ({ place }) => `${place} queda fuera de la zona: decirlo, o añadirlo a los alias de una ciudad`,
    new_page: () => 'una página nueva: ninguna responde',
  },
  trial: {
    synonyms: (groups) => `Sinónimos a prueba: ${groups}`,
    noSynonyms: 'No hay sinónimos que probar; las consultas de referencia se repiten igualmente.',
    replayed: (queries, golden) => `${queries} consultas repetidas, ${golden} de referencia (golden).`,
    golden: (before, after, all) =>
      `Consultas de referencia con su página en primer lugar: ${before} antes, ${after} después, de ${all}.`,
    same: 'No cambia ninguna respuesta.',
    verdicts: { better: 'mejor', worse: 'peor', other: 'otra primera página' },
    answer: ({ results, first, rank, unmatched }) => {
      if (results === 0) return 'nada';
      const place = rank === null ? '' : `; la página buena, en el puesto ${rank}`;
      return `${first ?? ''}${place}${unmatched.length === 0 ? '' : `; sin entender: ${unmatched.join(', ')}`}`;
    },
  },
};
