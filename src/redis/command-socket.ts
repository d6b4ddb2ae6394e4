import { createConnection, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createReplyReader, ReplyError, type Reply } from './reply-reader.ts';

/** One socket to a Redis, for as long as it lasts. */
export type CommandSocket = {
  /** Sends a command with all others of this turn of the event loop; rejects when the socket goes. */
  readonly send: (command: Command) => Promise<Reply>;
  /** Commands that wait for their reply. */
  readonly waiting: () => number;
  /** Replies that came. */
  readonly heard: () => number;
  readonly destroy: () => void;
};

/** Name and arguments. */
export type Command = readonly (string | Buffer)[];

type Pending = {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
};

const defaultPort = 6379;
/** More than any value that is kept. */
const maxReplyBytes = 4 * 1024 * 1024;

/**
 * Opens a socket. What is no RESP 2, is too large or answers no command ends it.
 * @param url `redis:` or `rediss:`
 * @param onEnd called once, also where it was never connected
 */
export function openCommandSocket(url: URL, onEnd: () => void): CommandSocket {
  const socket = connectTo(url);
  const writer = createWriter(socket);
  let pending: Pending[] = [];
  /** Those before this place have their reply. */
  let next = 0;
  let heard = 0;

  function take(reply: Reply): void {
    const command = pending[next];
    // Nobody asked.
    if (command === undefined) return void socket.destroy();
    next += 1;
    heard += 1;
    if (next === pending.length) [pending, next] = [[], 0];
    if (reply instanceof ReplyError) command.reject(reply);
    else command.resolve(reply);
  }
  const { read } = createReplyReader({ maxBytes: maxReplyBytes, onReply: take });

  socket.on('data', (bytes: Buffer) => {
    if (!socket.destroyed && !read(bytes)) socket.destroy();
  });
  // Followed by `close`.
  socket.on('error', () => {});
  socket.once('close', () => {
    const lost = pending.slice(next);
    [pending, next] = [[], 0];
    for (const { reject } of lost) reject(new Error('Redis hung up'));
    onEnd();
  });

  return {
    send: (command) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('Redis hung up'));
        pending.push({ resolve, reject });
        writer.write(command);
      }),
    waiting: () => pending.length - next,
    heard: () => heard,
    destroy: () => void socket.destroy(),
  };
}

function connectTo({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const target = { host, port: port === '' ? defaultPort : Number(port) };
  const servername = isIP(host) === 0 ? host : '';
  const socket =
    protocol === 'rediss:' ? connectTls({ ...target, servername }) : createConnection(target);
  return socket.setNoDelay(true);
}

/** Gathers what is sent in one turn of the event loop into one packet. */
function createWriter(socket: Socket) {
  const pieces: (string | Buffer)[] = [];
  let text = '';
  let isScheduled = false;

  function flush(): void {
    isScheduled = false;
    socket.cork();
    for (const piece of pieces.splice(0)) socket.write(piece);
    socket.write(text);
    text = '';
    socket.uncork();
  }

  return {
    write: (command: Command): void => {
      text += `*${command.length}\r\n`;
      for (const part of command) {
        text += `$${Buffer.byteLength(part)}\r\n`;
        if (typeof part === 'string') {
          text += `${part}\r\n`;
        } else {
          pieces.push(text, part);
          text = '\r\n';
        }
      }
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(flush);
    },
  };
}
