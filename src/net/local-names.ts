import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Names that the machine itself defines. */
export type LocalNames = {
  /** The addresses in the hosts file; empty if the name is not in it. */
  readonly addressesOf: (hostname: string) => readonly string[];
  /** Domains that a short name is tried in, in order. */
  readonly search: readonly string[];
  /** Names with at least this many dots are tried unchanged first. */
  readonly ndots: number;
};

/** More than any C library resolver has ever allowed; each may cost a query. */
const maxSearchDomains = 6;

const files = {
  hosts:
    process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
} as const;

/**
 * Reads both files each time, because containers change them while they run. A missing file counts as
 * empty.
 */
export async function readLocalNames(): Promise<LocalNames> {
  const [hosts, resolvConf] = await Promise.all([textOf(files.hosts), textOf(files.resolvConf)]);
  return parseLocalNames(hosts, resolvConf);
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/**
 * @param hosts content of hosts(5)
 * @param resolvConf content of resolv.conf(5)
 */
export function parseLocalNames(hosts: string, resolvConf: string): LocalNames {
  const addresses = new Map<string, string[]>();
  for (const [address = '', ...names] of wordsOf(hosts)) {
    if (isIP(address) === 0) continue;
    for (const name of names.map(canonical)) {
      addresses.set(name, [...(addresses.get(name) ?? []), address]);
    }
  }
  const settings = wordsOf(resolvConf);
  const [, ...search] =
    settings.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? [];
  const options = settings.flatMap(([keyword, ...words]) => (keyword === 'options' ? words : []));
  const ndots = /^ndots:(\d+)$/.exec(options.findLast((word) => word.startsWith('ndots:')) ?? '');
  return {
    addressesOf: (hostname) => addresses.get(canonical(hostname)) ?? loopbackOf(hostname),
    search: search.map(canonical).filter(Boolean).slice(0, maxSearchDomains),
    ndots: Number(ndots?.[1] ?? 1),
  };
}

/** The candidates for a name with the search list, in the order in which they are tried. */
export function searchedNames(
  hostname: string,
  { search, ndots }: Pick<LocalNames, 'search' | 'ndots'>,
): readonly string[] {
  if (hostname.endsWith('.')) return [hostname];
  const longer = search.map((domain) => `${hostname}.${domain}`);
  const dots = hostname.split('.').length - 1;
  return dots >= ndots ? [hostname, ...longer] : [...longer, hostname];
}

/** Loopback names are never looked up, even if the hosts file lacks them (RFC 6761). */
function loopbackOf(hostname: string): readonly string[] {
  return /^(?:.+\.)?localhost$/.test(canonical(hostname)) ? ['127.0.0.1', '::1'] : [];
}

function wordsOf(text: string): readonly (readonly string[])[] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );
}

function canonical(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
