import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from './safe-fetch.ts';
import { createTestCertificate } from '../../../test/support/test-certificate.ts';
import {
  fakeLookup,
  httpResponse,
  limits,
  loopbackSockets,
  startRawServer,
} from '../../../test/support/net-fakes.ts';

const { key, cert } = createTestCertificate({ dnsName: 'skins.example', ipv4: '93.184.216.34' });
const own = getCACertificates('default');
const serverNames: (string | false)[] = [];
let server: Server;

beforeAll(async () => {
  setDefaultCACertificates([...own, cert]);
  server = createServer({ key, cert }, (socket) => {
    serverNames.push(socket.servername ?? false);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(httpResponse(200, 'secret')));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(() => {
  setDefaultCACertificates(own);
  server.close();
});

function port(): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function fetcher() {
  const { lookup } = fakeLookup({
    'skins.example': ['93.184.216.34'],
    'skins.example.': ['93.184.216.34'],
    'other.example': ['93.184.216.34'],
  });
  const { openSocket } = loopbackSockets();
  return createSafeFetch({ allowPrivateAddresses: false, userAgent: 'test', lookup, openSocket });
}

describe('https through the connector', () => {
  it.each([
    ['skins.example', 'skins.example'],
    ['skins.example.', 'skins.example'],
    ['93.184.216.34', false],
    ['0x5db8d822', false],
  ])('fetches from %s if the certificate is for it', async (host, serverName) => {
    const { bytes } = await fetcher().fetchBytes(`https://${host}:${port()}/`, limits());
    expect(Buffer.from(bytes).toString()).toBe('secret');
    expect(serverNames.at(-1)).toBe(serverName);
  });

  it.each(['other.example', '93.184.216.35'])(
    'refuses %s: the certificate is for another',
    async (host) => {
      const fetched = fetcher().fetchBytes(`https://${host}:${port()}/`, limits());
      await expect(fetched).rejects.toMatchObject({ kind: 'unreachable' });
    },
  );

  it('refuses an untrusted certificate', async () => {
    setDefaultCACertificates(own);
    try {
      const fetched = fetcher().fetchBytes(`https://skins.example:${port()}/`, limits());
      await expect(fetched).rejects.toMatchObject({ kind: 'unreachable' });
    } finally {
      setDefaultCACertificates([...own, cert]);
    }
  });

  it('fails on a server without TLS, and on a stalled handshake', async () => {
    const plain = await startRawServer((socket) => socket.end('hello'));
    const url = plain.origin.replace('http://127.0.0.1', 'https://skins.example');
    // The client's hello never looks like a request head, so the server keeps silent.
    const fetched = fetcher().fetchBytes(url, limits({ connectTimeoutMs: 60 }));
    await expect(fetched).rejects.toMatchObject({ kind: 'timeout' });
    await plain.allClosed();
    await plain.close();
    await expect(fetcher().fetchBytes(url, limits())).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });
});
