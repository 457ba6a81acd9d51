export const AUTHORIZATION_EN = {
  title: (site: string) => `Connect to ${site}`,
  heading: (client: string, site: string) => `${client} wants to read ${site}`,
  lead: 'If you continue, the assistant can:',
  gets: (site: string, limit: number) => [
    `Search and read the public pages of ${site}, the same pages that every visitor sees.`,
    `Make up to ${limit} requests per minute instead of the limit for strangers.`,
  ],
  nothing:
    'There are no accounts and no passwords. This site does not know who you are, stores nothing about you, and lets nobody change, book or pay anything.',
  button: 'Connect',
  returns: (host: string) => `You then return to ${host}. If you did not ask for this connection, close this page.`,
  fault: {
    heading: 'The connection failed',
    lead: 'The request of the assistant is not valid. Go back to the assistant and try again. You can also add this site without authentication: none is needed.',
  },
};
