import type {
  Picture as DrawnPicture,
  PictureParts as DrawingParts,
} from '../../engine/entry/picture-service.ts';
import type { SwrCache } from '../../common/cache/swr-cache.ts';
import { type CachePolicy, cachePolicies } from '../http/cache-headers.ts';
import { cacheState, type Pictured, inlineName, sendPictured } from '../http/responses.ts';
import { strongEtag } from '../http/conditional.ts';
import type { RequestContext, EtagPart } from '../../common/cache/context.ts';
import { hourMs } from '../../common/async/clock.ts';
import type { Drawing } from '../queue/drawing.ts';
import type { Watch } from '../../engine/workers/tasks.ts';
import type { Films } from './films.ts';
import {
  formatOfFile,
  contentTypeOf,
  type FileFormat,
} from '../../engine/options/picture-formats.ts';
import type { FastifyReply } from 'fastify';
import { badgeVersion, drawBadge, type Badge } from '../../engine/cards/badge.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';

/** What is sent of a picture. */
type Sent = Omit<Pictured, 'freshUntilMs'>;
export type PictureParts = DrawingParts<Sent>;
type Picture = DrawnPicture<Sent>;

export type DrawingDeps = {
  readonly drawing: Pick<Drawing, 'draw'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

/** A picture that can be made when it is needed. */
export type Validated = {
  /** Everything that its bytes depend on, and nothing else: its validator is made from it. */
  readonly inputs: readonly EtagPart[];
  readonly policy: CachePolicy;
  /** Makes the bytes: fetches, draws, encodes. */
  readonly load: (watch?: Watch) => Promise<Uint8Array> | Uint8Array;
  /** Finished pictures by validator, if this one is worth keeping. */
  readonly pictures?: SwrCache<Uint8Array>;
  /** Those who wait for it, if it may be an animation. */
  readonly films?: Films;
};

/** Validator → cached? → draw: nothing is loaded for a client that already has it. */
export async function respondWith(picture: Validated, request: RequestContext): Promise<Sent> {
  const { inputs, policy, load, pictures, films } = picture;
  const { isKnown, context, asker } = request;
  const etag = strongEtag(inputs);
  const get = async (watch?: Watch): Promise<Uint8Array> => {
    const loadWatched = async (): Promise<Uint8Array> => load(watch);
    return pictures?.get(etag, loadWatched, context) ?? loadWatched();
  };
  const bytes = isKnown(etag) ? null : await (films?.wait(etag, asker, get) ?? get());
  return { etag, policy, cache: cacheState(context), bytes };
}

/** Finished pictures by validator. A validator identifies the content, so they never become stale. */
export const pictureCacheRules = {
  name: 'pictures',
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  // Pictures are many and large, and quickly drawn again.
  sharedMs: hourMs,
  shape: { Check: isPicture },
} as const;

function isPicture(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && formatOfFile(value) !== null;
}

/** The name under which a picture is saved: `<name>-<type>.<format>`, a PNG by default. */
type FileName = {
  readonly name: string;
  readonly type: string;
  readonly format?: FileFormat | undefined;
  /** Whether browsers save the file instead of showing it. */
  readonly isDownload?: boolean | undefined;
};

export type Unnamed = Pictured & Partial<Pick<Picture, 'fallbacks'>>;
export type SentPicture = Unnamed & { readonly file: FileName };

/** A picture with the name under which it is saved. */
export function named(
  picture: Unnamed & { readonly format?: FileFormat | undefined },
  name: string,
  type: string,
): SentPicture {
  return { ...picture, file: { name, type, format: picture.format } };
}

/** Sends a picture with its name; `X-Fallback` lists the figures that were drawn with a fallback. */
export function sendPicture(reply: FastifyReply, { file, ...picture }: SentPicture): FastifyReply {
  const { name, type, format = 'png', isDownload = false } = file;
  const { fallbacks = [] } = picture;
  const inline = inlineName(name, type, format);
  if (fallbacks.length > 0) void reply.header('x-fallback', fallbacks.join(','));
  void reply.header(
    'content-disposition',
    isDownload ? inline.replace('inline', 'attachment') : inline,
  );
  return sendPictured(reply, picture, contentTypeOf(format));
}

const badgeType = 'image/svg+xml';

/** A badge as SVG. */
export function respondWithBadge(
  badge: Badge,
  policy: CachePolicy,
  request: RequestContext,
): Promise<Pictured> {
  const load = () => Buffer.from(drawBadge(badge));
  return respondWith({ inputs: ['badge', badgeVersion, badge], policy, load }, request);
}

export type SentBadge = {
  readonly draw: () => Promise<Pictured>;
  /** The grey badge for an error. */
  readonly instead: (error: LineupError) => Badge;
};

/** Sends a badge. It is always a picture, also for 404 and 502, because pages embed it. */
export async function sendBadge(
  reply: FastifyReply,
  { draw, instead }: SentBadge,
): Promise<FastifyReply> {
  try {
    return sendPictured(reply, await draw(), badgeType);
  } catch (error) {
    if (!(error instanceof LineupError) || ![404, 502].includes(error.status)) throw error;
    void reply.code(error.status).header('cache-control', cachePolicies.never);
    return reply.header('content-type', badgeType).send(Buffer.from(drawBadge(instead(error))));
  }
}
