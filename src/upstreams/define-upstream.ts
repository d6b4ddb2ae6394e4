import type { Clock } from '../common/async/clock.ts';
import type { WaitingListener } from '../common/async/semaphore.ts';
import type { OpenBucket } from '../common/async/token-bucket.ts';
import {
  weightOf,
  type OpenCache,
  type Weighted,
  type SwrCache,
} from '../common/cache/swr-cache.ts';
import type { CacheRules } from '../common/cache/entries.ts';
import type { All, SettingRows, SettingsOf } from '../common/setting-values.ts';
import {
  countedCall,
  createUpstreamClient,
  type UpstreamCall,
  type UpstreamClient,
} from './net/upstream-client.ts';
import type { NameResolver } from './net/name-lookup.ts';
import { NetError } from './net/net-error.ts';
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from './net/safe-fetch.ts';
import {
  createServiceClient,
  type RateLimit,
  type RateLimitPace,
  type ServiceClient,
  type ServiceRules,
} from './net/service-client.ts';
import type { SampleFolder } from './players/sample-folder.ts';

/** A part of the service that can be degraded while the service runs. */
export type HealthPart = { readonly name: string; readonly isHealthy: () => boolean };

/** Who sends requests, for the `User-Agent`. */
type Agent = { readonly version: string; readonly url?: string | undefined };

type ClientOptions = {
  /** False for hosts that another service named instead of the operator. */
  readonly isOperators?: boolean;
  readonly userAgent?: (agent: Agent) => string;
  readonly maxConcurrent?: number;
};

/** A host, or an endpoint of one. Those of one name share their connections and their pace. */
export type Host = {
  /** In metrics and logs. */
  readonly name: string;
  /** The part of /readyz that it belongs to, which is degraded if all of it refuses calls. */
  readonly health?: string;
  readonly rules: ServiceRules;
  /** Without it, calls are not limited. */
  readonly pace?: RateLimitPace;
} & (
  | (ClientOptions & { readonly url: string })
  | { readonly client: (deps: ClientDeps) => Pick<UpstreamClient, 'request'> }
);

export type ClientDeps = Pick<UpstreamDeps, 'openClient' | 'safeFetch'>;

type Values = Readonly<Record<string, object | null>>;

type CacheRow<T, H extends string> = CacheRules<T> & Weighted & { readonly of?: H };

type Declaration<S, H extends string, C extends Values, T> = {
  /** Environment variables, in the order of the settings table. */
  readonly settings: S;
  readonly hosts?: (settings: SettingsOf<S>) => { readonly [Key in H]: Host };
  /** What is cached; `of` is the host that it comes from. */
  readonly caches?: { readonly [K in keyof C]: CacheRow<C[K], NoInfer<H>> };
  /** Caches that `create` opens itself, as often as its settings say. */
  readonly divided?: Readonly<Record<string, Weighted>>;
  readonly create: (opened: {
    readonly settings: SettingsOf<S>;
    readonly hosts: { readonly [Key in H]: ServiceClient };
    readonly caches: { readonly [K in keyof C]: SwrCache<C[K]> };
    readonly deps: UpstreamDeps;
  }) => T | Promise<T>;
};

/** Declares an upstream; `openUpstreams` opens it. */
export function defineUpstream<S extends SettingRows, H extends string, C extends Values, T>(
  declaration: Declaration<S, H, C, T>,
) {
  const { caches, divided = {}, create } = declaration;
  return {
    settings: declaration.settings,
    /** Of its caches together. */
    weight: weightOf([...Object.values<Weighted>(caches ?? {}), ...Object.values(divided)]),
    open: async (settings: SettingsOf<S>, deps: UpstreamDeps): Promise<T> => {
      const hosts = Object.entries<Host>(declaration.hosts?.(settings) ?? {});
      const opened = hosts.map(([key, host]) => [key, deps.openHost(host)] as const);
      const pairs: (string | ServiceClient)[][] = opened.map((pair) => [...pair]);
      return create({
        settings,
        hosts: Object.fromEntries(pairs),
        caches: openCaches(caches, new Map(opened), deps),
        deps,
      });
    },
  };
}

function openCaches<C extends Values>(
  rows: Declaration<unknown, string, C, unknown>['caches'],
  hosts: ReadonlyMap<string, ServiceClient>,
  { openCache }: UpstreamDeps,
): { readonly [K in keyof C]: SwrCache<C[K]> } {
  const opened = Object.entries(rows ?? {}).map(([key, row]) => [
    key,
    openCache(row, hosts.get(row.of ?? '')?.guards),
  ]);
  return Object.fromEntries(opened);
}

type UpstreamMetrics = {
  readonly countUpstreamCall: (call: UpstreamCall) => void;
  readonly waitingAt: (upstream: string) => WaitingListener;
};

export type UpstreamParts = {
  readonly clock: Clock;
  /** Opens limits of calls, which clients share. */
  readonly openBucket: OpenBucket;
  readonly openCache: OpenCache;
  readonly names: NameResolver;
  readonly agent: Agent;
  /** Whether clients may name private addresses. */
  readonly allowPrivateAddresses: boolean;
  /** Skins that are looked up before anybody is asked. */
  readonly samples: Pick<SampleFolder, 'find' | 'isBundled'>;
  readonly metrics?: UpstreamMetrics | undefined;
  /** How names in clients' URLs are resolved, and where connections to them go. */
  readonly skinHosts?: Pick<SafeFetchOptions, 'lookup' | 'openSocket' | 'clock'> | undefined;
};

export type UpstreamDeps = Omit<UpstreamParts, 'names' | 'agent' | 'skinHosts'> & {
  readonly openHost: (host: Host) => ServiceClient;
  /** Opens a client that is counted, and closed with all others. */
  readonly openClient: (name: string, url: string, options?: ClientOptions) => UpstreamClient;
  /** Resolves names from clients; as the machine does where private addresses are allowed. */
  readonly lookup: NameResolver['lookupPublic'];
  /** For URLs that clients or other services named. */
  readonly safeFetch: SafeFetch;
  /** The same counted under one name for all hosts. */
  readonly fetchBytes: SafeFetch['fetchBytes'];
};

export type Opened<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { open: (...args: never) => Promise<infer T> }
    ? T
    : never;
};

/** An upstream of any kind; a method, so that its settings may be any. */
type AnyUpstream = {
  open(settings: Readonly<Record<string, unknown>>, deps: UpstreamDeps): Promise<unknown>;
};

/** Opens all upstreams of a table; `close` ends their connections. */
export async function openUpstreams<Table extends Readonly<Record<string, AnyUpstream>>>(
  table: Table,
  settings: All<Parameters<Table[keyof Table]['open']>[0]> & Readonly<Record<string, unknown>>,
  parts: UpstreamParts,
) {
  const health: HealthPart[] = [{ name: 'DNS', isHealthy: parts.names.isHealthy }];
  const { deps, close } = openDeps(parts, health);
  const opened = [];
  for (const [name, upstream] of Object.entries<AnyUpstream>(table)) {
    opened.push([name, await upstream.open(settings, deps)]);
  }
  const upstreams: Opened<Table> = Object.fromEntries(opened);
  return { upstreams, health, close };
}

/** The `User-Agent`, with a contact address. */
const ownUserAgent = ({ version, url }: Agent) =>
  url === undefined ? `Lineup/${version}` : `Lineup/${version} (+${url})`;

/** Name of all skin hosts in metrics. */
const skinUrlsName = 'skin URLs';

function openDeps({ names, agent, skinHosts, ...parts }: UpstreamParts, health: HealthPart[]) {
  const { allowPrivateAddresses, metrics } = parts;
  const lookup = allowPrivateAddresses ? names.lookupLocal : names.lookupPublic;
  const safeFetch = createSafeFetch({
    lookup,
    allowPrivateAddresses,
    userAgent: ownUserAgent(agent),
    onWaiting: metrics?.waitingAt(skinUrlsName),
    ...skinHosts,
  });
  const clients = new Map<string, UpstreamClient>();
  const openClient: UpstreamDeps['openClient'] = (
    name,
    baseUrl,
    { isOperators = true, userAgent = ownUserAgent, ...options } = {},
  ) => {
    const key = `${name} ${baseUrl}`;
    const client =
      clients.get(key) ??
      createUpstreamClient({
        ...options,
        baseUrl,
        name,
        userAgent: userAgent(agent),
        allowPrivateAddresses: isOperators || allowPrivateAddresses,
        lookup: isOperators ? names.lookupLocal : lookup,
        onCall: metrics?.countUpstreamCall,
        onWaiting: metrics?.waitingAt(name),
      });
    clients.set(key, client);
    return client;
  };
  const deps: UpstreamDeps = {
    ...parts,
    lookup,
    safeFetch,
    fetchBytes: countedCall(safeFetch.fetchBytes, {
      upstream: skinUrlsName,
      report: metrics?.countUpstreamCall,
      outcomeOf: () => '200',
      failureOf: (error) => (error instanceof NetError ? error.kind : 'internal'),
    }),
    openClient,
    openHost: hostOpener({ ...parts, openClient, safeFetch }, health),
  };
  const close = () =>
    Promise.all([safeFetch.close(), ...[...clients.values()].map((client) => client.close())]);
  return { deps, close };
}

/** Returns the function that opens hosts; it adds them to the parts of /readyz. */
export function hostOpener(
  deps: ClientDeps & Pick<UpstreamDeps, 'clock' | 'openBucket'>,
  health: HealthPart[],
) {
  const limits = new Map<string, RateLimit>();
  const parts = new Map<string, ServiceClient[]>();
  return ({ name, health: part, rules, pace, ...host }: Host): ServiceClient => {
    const client = 'url' in host ? deps.openClient(name, host.url, host) : host.client(deps);
    const rateLimit =
      limits.get(name) ?? (pace && { bucket: deps.openBucket(pace), maxWaitMs: pace.maxWaitMs });
    if (rateLimit !== undefined) limits.set(name, rateLimit);
    const service = createServiceClient(rules, { name, client, clock: deps.clock, rateLimit });
    if (part === undefined) return service;
    const services = parts.get(part) ?? [];
    const isHealthy = () => services.some(({ guards }) => !guards.isRefusing());
    if (services.length === 0) health.push({ name: part, isHealthy });
    services.push(service);
    parts.set(part, services);
    return service;
  };
}
