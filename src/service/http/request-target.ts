import type { IncomingMessage } from 'node:http';
import { rootName } from '../../common/root-name.ts';
import type { LimitScope } from '../limits/limits.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Set once, before routing. */
    target?: RequestTarget;
  }
}

/** A request target, parsed once for router, errors and log. */
type RequestTarget = {
  /** Path and query as the router gets them: aliases are replaced by their canonical segment. */
  readonly url: string;
  /** Whether it was requested by one of Discord's own webhook paths. */
  readonly isPlatform: boolean;
  /** The sentence that refuses it; its URL then matches no route, but counts for the right limit. */
  readonly refusal: string | null;
};

/** What is drawn at the root. */
export type RootPictures = {
  /** The file extensions that are offered. */
  readonly formats: ReadonlySet<string>;
  /** Whether a query, with its `?`, makes the picture of one player a composition; in time in proportion to its length. */
  readonly isComposition: (query: string) => boolean;
  /** Whether a text is a reference to a player, also where `rootName` does not say so. */
  readonly isPlayer: (text: string) => boolean;
};

const noPictures: RootPictures = {
  formats: new Set(),
  isComposition: () => false,
  isPlayer: () => false,
};

/** Alternative names by canonical segment, which is all that routes and documentation know. */
export const aliases = {
  minecraft: 'blockgame',
  discord: 'chat',
} as const satisfies Record<string, string>;

/**
 * In bytes, with every slash of a compatible service's path as three. No parameter of a route is as
 * long, and nothing below reads a segment that is longer.
 */
export const longestSegment = 4096;

/** Discord's own webhook paths, so that its clients only have to change the host. */
const platformPath = /^\/api\/(?:discord\/)?(?:v\d{1,3}\/)?webhooks(?=\/|$)/;
const webhookPath = '/api/chat/webhook';

const gamePath = '/api/blockgame';
const compositionPath = `${gamePath}/render/composition`;
/** Of one player, at the root. */
const shortPath = /^\/(?:avatar|uuid|name)\/[^/]+\/?$/;
const compatPath = '/api/compat/';

/** The file of ours with the ending of a picture, whatever a skin is called. */
const ownPicture = '/apple-touch-icon.png';
/** Kinds of pictures that are not offered; `/favicon.ico` is a file of ours. */
const otherPicture = /^(?:jpe?g|gif|apng|svg|bmp|tiff?|jxl|heic)$/i;
/** Also served at host names of compatible services. */
const healthPath = /^\/(?:healthz|readyz)\/?$/;

// A request line may contain an absolute URL (RFC 9112, section 3.2.2), its scheme in any case.
const origin = /^https?:\/\/[^/?#]+/i;

/** The prefix that an invalid target keeps, so that it counts for the right limit. */
const limitedPrefix = /^\/(?:api\/(?:chat\/webhook\/)?)?/;
/** With each of its letters percent-encoded. */
const longestPrefix = 3 * `${webhookPath}/`.length;

/** Contains a space, so that no route has this path and no client can request it. */
const badTarget = ' ';
const notAPath = 'The path must begin with a slash, and be validly percent-encoded.';
const longSegment = `A segment of the path is longer than ${longestSegment} bytes.`;

/**
 * Parses a request target. The authority of an absolute URL is ignored. Every step takes time in
 * proportion to the length of the target, whatever is in it: it is done before any limit.
 * @param method `OPTIONS *` is about the whole server, which is its root
 * @param service the compatible service of the requested host; by default none
 * @param pictures what is offered at the root; by default nothing
 */
export function readTarget(
  sent: string,
  method: string,
  service?: string,
  pictures: RootPictures = noPictures,
): RequestTarget {
  if (isPlain(sent) && service === undefined) {
    return { url: sent, isPlatform: false, refusal: null };
  }
  const url = sent === '*' && method === 'OPTIONS' ? '/' : sent.replace(origin, '');
  const pathEnd = url.search(/[?#]|$/);
  const [path, query] = [url.slice(0, pathEnd), url.slice(pathEnd)];
  const isOurs = service === undefined || !path.startsWith('/') || healthPath.test(path);
  const isPlatform = isOurs && platformPath.test(path);
  const whole = isOurs ? path : `${compatPath}${service}${path}`;
  const canonical = rootPicture(whole, query, pictures) ?? canonicalPath(whole);
  const refusal = refusalOf(canonical);
  return { url: refusal === null ? canonical + query : badPath(canonical), isPlatform, refusal };
}

/** Most requests; nothing below this path has an alias or another limit. */
function isPlain(sent: string): boolean {
  return sent.length <= longestSegment && sent.startsWith('/api/blockgame/') && !sent.includes('%');
}

function canonicalPath(path: string): string {
  if (shortPath.test(path)) return gamePath + path;
  if (!path.startsWith('/api/')) return path;
  if (path.startsWith(compatPath)) return asOneSegment(path);
  if (platformPath.test(path)) return path.replace(platformPath, webhookPath);
  // Only the whole segment right after /api/, case-sensitive.
  const end = endOfSegment(path, '/api/'.length);
  const segment = path.slice('/api/'.length, end);
  return isAlias(segment) ? `/api/${aliases[segment]}${path.slice(end)}` : path;
}

function isAlias(segment: string): segment is keyof typeof aliases {
  return Object.hasOwn(aliases, segment);
}

function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash === -1 ? path.length : slash;
}

/**
 * What is drawn at the root: a model, `/Notch.glb`, or a picture: of one player, `/Notch.png`, which the query
 * may make a composition of one, or of several, `/Notch+jeb_.png`; `null` for anything else. Kinds that are not
 * offered (`/Notch+jeb_.gif`, `/Notch.jpg`) are refused where the others are drawn: nobody who wants a picture
 * gets a page.
 */
function rootPicture(
  path: string,
  query: string,
  { formats, isComposition, isPlayer }: RootPictures,
): string | null {
  const name = path.slice(1, path.endsWith('/') ? -1 : undefined);
  const dot = name.lastIndexOf('.');
  if (!path.startsWith('/') || dot === -1 || name.includes('/') || path === ownPicture) return null;
  const [stem, extension] = [name.slice(0, dot), name.slice(dot + 1)];
  const isOffered = formats.has(extension.toLowerCase());
  if (!/[+,]|%2[bc]/i.test(name)) {
    if (!rootName.test(stem) && !isPlayer(decoded(stem))) return null;
    if (extension.toLowerCase() === 'glb') return `${gamePath}/model/${name}`;
    if (!isOffered) return otherPicture.test(extension) ? compositionPath + path : null;
    return isComposition(query)
      ? compositionPath + path
      : `${gamePath}/render/default/${stem}/full.${extension}`;
  }
  // The last player may be one of Bedrock, `.Steve`.
  const isPicture =
    isOffered || (/^[a-z\d]{2,5}$/i.test(extension) && !/(?:[+,]|%2[bc])$/i.test(stem));
  return isPicture ? compositionPath + path : null;
}

/** A segment of a path as its text; empty if it is none. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** Everything after the name of a compatible service becomes one segment for the router. */
function asOneSegment(path: string): string {
  const start = endOfSegment(path, compatPath.length) + 1;
  let end = path.length;
  while (end > start && path[end - 1] === '/') end -= 1;
  // One byte more than allowed is refused as well as all of them.
  const rest = path.slice(start, Math.min(end, start + longestSegment + 1));
  return path.slice(0, start) + rest.replaceAll('/', '%2F');
}

function refusalOf(path: string): string | null {
  if (!path.startsWith('/')) return notAPath;
  if (hasLongSegment(path)) return longSegment;
  if (!path.includes('%')) return null;
  try {
    decodeURIComponent(path);
    return null;
  } catch {
    return notAPath;
  }
}

/** Jumps from slash to slash, as far as one segment may reach. */
function hasLongSegment(path: string): boolean {
  let start = 0;
  while (path.length - start > longestSegment) {
    const slash = path.lastIndexOf('/', start + longestSegment);
    if (slash < start) return true;
    start = slash + 1;
  }
  return false;
}

function badPath(path: string): string {
  return (limitedPrefix.exec(plainPath(path.slice(0, longestPrefix)))?.[0] ?? '/') + badTarget;
}

/** A path with percent-encoded ASCII decoded, as the router compares it: `/%61pi/…`. */
function plainPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-7][\da-f]/gi, (escape) =>
    String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );
}

/** The limit of a path that no route has: that of what might be there. */
export function limitOfUnknown(method: string, url: string): LimitScope {
  const path = plainPath(url.slice(0, longestPrefix));
  if (!path.startsWith('/api/')) return 'pages';
  if (!path.startsWith(`${webhookPath}/`)) return 'api';
  if (method === 'POST') return 'webhook-post';
  return /^(?:GET|HEAD|PATCH|DELETE)$/.test(method) ? 'webhook-message' : 'api';
}

/** Returns a function that gives the target of a request, and parses it only the first time. */
export function targetReader(
  serviceOf: (host: string | undefined) => string | undefined,
  pictures?: RootPictures,
): (request: IncomingMessage) => RequestTarget {
  return (request) => {
    const { url = '', method = '', headers } = request;
    request.target ??= readTarget(url, method, serviceOf(headers.host), pictures);
    return request.target;
  };
}

/** The path of a route without the patterns of its parameters: `/:type(^(a|b)$)` → `/:type`. */
export function withoutPatterns(url: string): string {
  let depth = 0;
  let path = '';
  for (const character of url) {
    if (character === ')') depth -= 1;
    else if (character === '(') depth += 1;
    else if (depth === 0) path += character;
  }
  return path;
}
