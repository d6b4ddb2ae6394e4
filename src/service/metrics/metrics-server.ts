import { once } from 'node:events';
import { createServer } from 'node:http';

type MetricsSource = { readonly text: () => Promise<string>; readonly contentType: string };

export type MetricsServer = {
  /** The port it listens on. */
  readonly port: number;
  readonly close: () => Promise<void>;
};

/**
 * Serves `GET /metrics` on a port of its own: metrics are for the operator, and must be available while
 * the main port is flooded.
 * @throws the error of `listen`, for a port in use
 */
export async function serveMetrics(
  source: MetricsSource,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    request.resume();
    // A scraper may add parameters.
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    source.text().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
