import type { FastifyReply } from 'fastify';
import { badgeVersion, drawBadge, type Badge } from '../../engine/cards/badge.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { sendPictured, type Pictured } from '../http/responses.ts';
import { cachePolicies, type CachePolicy } from '../http/cache-headers.ts';
import type { RequestContext } from '../../common/cache/context.ts';
import { respondWith } from './respond.ts';

const contentType = 'image/svg+xml';

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
    return sendPictured(reply, await draw(), contentType);
  } catch (error) {
    if (!(error instanceof LineupError) || ![404, 502].includes(error.status)) throw error;
    void reply.code(error.status).header('cache-control', cachePolicies.never);
    return reply.header('content-type', contentType).send(Buffer.from(drawBadge(instead(error))));
  }
}
