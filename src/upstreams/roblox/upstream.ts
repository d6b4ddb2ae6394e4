import { parseServiceUrl, parseToken, setting, webUrl } from '../../common/setting-values.ts';
import { defineUpstream, type ClientDeps, type Host } from '../define-upstream.ts';
import { NetError } from '../net/net-error.ts';
import type { UpstreamClient } from '../net/upstream-client.ts';
import { robloxCaches } from './cached.ts';
import { isPictureHost, paces, createPlatform, endpointHosts, robloxRules } from './platform.ts';
import { createGames } from './games.ts';
import { createGroups } from './groups.ts';
import { createPeople } from './people.ts';
import { createRobloxPictures } from './pictures.ts';

export const roblox = defineUpstream({
  settings: {
    robloxUrl: setting({
      ...webUrl,
      parse: parseServiceUrl,
      fallback: 'https://{service}.roblox.com',
      allowed: `${webUrl.allowed}, and with no braces but those of {service}`,
      help: 'Roblox: `{service}` stands for `users`, `thumbnails`, `games`, `groups`, `badges`, `friends`, `apis`; without it `/{service}` is appended',
    }),
    robloxCdnUrl: setting({
      ...webUrl,
      fallback: undefined,
      fallbackShown: 'as returned by Roblox',
      help: 'Replaces scheme and host of the URLs of Roblox pictures',
    }),
    robloxApiKey: setting({
      parse: parseToken,
      fallback: undefined,
      allowed: 'an Open Cloud key, of printable ASCII characters without spaces',
      help: 'Key for the Open Cloud API, which is then used first for Roblox users and avatars',
      secret: true,
    }),
  },
  hosts: ({ robloxUrl, robloxCdnUrl }) => ({
    ...endpointHosts(robloxUrl),
    files: {
      name: filesName,
      rules: pictureRules,
      pace: paces.pictures,
      client: (deps: ClientDeps) => pictureClient(robloxCdnUrl, deps),
    },
  }),
  caches: robloxCaches,
  create: ({ settings, hosts, caches, deps: { clock } }) => {
    const platform = createPlatform(hosts, settings.robloxApiKey, clock);
    const shared = { platform, caches };
    return {
      people: createPeople(shared),
      games: createGames(shared),
      groups: createGroups(shared),
      pictures: createRobloxPictures({ ...shared, files: hosts.files }),
    };
  },
});

const filesName = 'Roblox pictures';

/** How the hosts of pictures are called. A file that is missing says nothing about others: no breaker. */
const pictureRules = {
  ...robloxRules,
  request: { timeoutMs: 4000, maxBytes: 4 * 1024 * 1024 },
  breaker: null,
} as const satisfies Host['rules'];

/** A client of whole URLs: of the platform's own hosts over TLS, or of the operator's URL. */
function pictureClient(
  cdnUrl: string | undefined,
  { openClient, safeFetch }: ClientDeps,
): Pick<UpstreamClient, 'request'> {
  if (cdnUrl !== undefined) {
    const client = openClient(filesName, cdnUrl);
    return {
      request: async ({ path, ...request }) => {
        const { pathname, search } = parsed(path);
        return client.request({ ...request, path: `${pathname}${search}` });
      },
    };
  }
  return {
    request: async ({ path }) => {
      if (parsed(path).protocol !== 'https:') throw new NetError('scheme');
      try {
        const { bytes } = await safeFetch.fetchBytes(path, {
          ...pictureRules.request,
          connectTimeoutMs: 2000,
          maxRedirects: 0,
          allowHost: isPictureHost,
        });
        return { status: 200, headers: {}, bytes };
      } catch (error) {
        if (!(error instanceof NetError) || error.status === undefined) throw error;
        return { status: error.status, headers: {}, bytes: new Uint8Array() };
      }
    },
  };
}

/** @throws {NetError} `bad-url` */
function parsed(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new NetError('bad-url');
  return url;
}
