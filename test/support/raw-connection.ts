import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

// Connections of a test's own, for what no client library sends.

export async function openConnection(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  // To be reset is what some tests are about.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** All that arrives until the end, also where the end is a reset: somebody still wrote. */
export async function receivedBy(socket: Socket): Promise<string> {
  let all = '';
  socket.on('data', (chunk) => (all += String(chunk)));
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return all;
}

/** Sends bytes as they are and reads until the server closes the connection. */
export async function exchange(port: number, request: string): Promise<string> {
  const socket = await openConnection(port);
  socket.write(request);
  return text(socket);
}
