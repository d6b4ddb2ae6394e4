// Exits with 0 if the service answers at HOST and PORT, for the container image and systemd.
// `--wait=20` asks again for up to 20 seconds, for a start.
import { get } from 'node:http';

const untilMs = Date.now() + 1000 * Number(/^--wait=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? 0);
// All addresses (`0.0.0.0`, `::`) are reached at the same address; brackets belong to URLs.
const host = process.env.HOST?.trim().replace(/^\[(.*)\]$/, '$1') || '127.0.0.1';
const port = process.env.PORT?.trim() || '8080';

function check() {
  const request = get({ host, port, path: '/healthz', agent: false, timeout: 2000 });
  request.on('response', ({ statusCode }) => (statusCode === 200 ? process.exit(0) : checkAgain()));
  request.on('timeout', () => request.destroy(new Error('timeout')));
  request.on('error', checkAgain);
}

function checkAgain() {
  if (Date.now() >= untilMs) process.exit(1);
  setTimeout(check, 200);
}

check();
