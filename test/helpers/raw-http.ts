import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes as they are and gives back everything that came until the server closed the connection. */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

/** Status and JSON body of a raw answer. */
export function parseRaw(answer: string): {
  readonly status: number;
  readonly head: string;
  readonly body: { code?: string };
} {
  const [head = '', text = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(text) };
}
