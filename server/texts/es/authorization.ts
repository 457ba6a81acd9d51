export const AUTHORIZATION_ES = {
  title: (site: string) => `Conectar con ${site}`,
  heading: (client: string, site: string) => `${client} quiere consultar ${site}`,
  lead: 'Si continúas, el asistente podrá:',
  gets: (site: string, limit: number) => [
    `Buscar y leer las páginas públicas de ${site}, las mismas que ve cualquier visitante.`,
    `Hacer hasta ${limit} peticiones por minuto, en lugar del límite para desconocidos.`,
  ],
  nothing:
    'No hay cuentas ni contraseñas. Este sitio no sabe quién eres, no guarda nada sobre ti y no permite cambiar, reservar ni pagar nada.',
  button: 'Conectar',
  returns: (host: string) => `Después volverás a ${host}. Si no has pedido esta conexión, cierra esta página.`,
  fault: {
    heading: 'No se puede conectar',
    lead: 'La petición del asistente no es válida. Vuelve al asistente e inténtalo de nuevo. También puedes añadir este sitio sin autenticación: no hace falta.',
  },
};
