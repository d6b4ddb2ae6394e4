type Listener = { readonly host: string; readonly port: number; readonly setting: string };

/** Why the service can't listen there, and which setting says where. */
export function listenSentence(error: unknown, { host, port, setting }: Listener): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentences = new Map([
    ['EADDRINUSE', `${setting}: ${port} on ${host} is already in use.`],
    ['EACCES', `${setting}: ${port} may not be opened by this user.`],
    ['EADDRNOTAVAIL', `HOST: ${host} is not an address of this machine.`],
    ['ENOTFOUND', `HOST: ${host} is not an address of this machine.`],
  ]);
  return (
    sentences.get(String(code)) ??
    `The service can't listen at ${host}, port ${port}: ${String(error)}`
  );
}
