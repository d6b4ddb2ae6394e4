import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** What the machine itself knows of names. */
export type LocalNames = {
  /** Addresses of the hosts file; none for a name that is not in it. */
  readonly addressesOf: (hostname: string) => readonly string[];
  /** Domains that a short name is tried in, in order. */
  readonly search: readonly string[];
  /** A name with at least so many dots is first tried as it stands. */
  readonly ndots: number;
};

/** More domains than any resolver of a C library ever took; each may cost a question. */
const maxSearchDomains = 6;

const files = {
  hosts:
    process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
} as const;

/** Reads both files anew: containers have theirs changed while they run. A missing one is empty. */
export async function readLocalNames(): Promise<LocalNames> {
  const [hosts, resolvConf] = await Promise.all([textOf(files.hosts), textOf(files.resolvConf)]);
  return parseLocalNames(hosts, resolvConf);
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** @param hosts text as hosts(5) has it @param resolvConf text as resolv.conf(5) has it */
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

/** The names that `hostname` may be short for, in the order in which they are tried. */
export function searchedNames(
  hostname: string,
  { search, ndots }: Pick<LocalNames, 'search' | 'ndots'>,
): readonly string[] {
  if (hostname.endsWith('.')) return [hostname];
  const longer = search.map((domain) => `${hostname}.${domain}`);
  const dots = hostname.split('.').length - 1;
  return dots >= ndots ? [hostname, ...longer] : [...longer, hostname];
}

/** Whatever the hosts file forgot (RFC 6761): never a question for a name server. */
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
