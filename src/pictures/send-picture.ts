import type { FastifyReply } from 'fastify';
import { contentTypeOf, type PictureFormat } from '../options/render-names.ts';
import { inlineName, sendPictured } from '../http/answers.ts';
import type { Picture } from './picture.ts';

/** The name under which a picture is saved: `<name>-<type>.<format>`. */
type FileName = { readonly name: string; readonly type: string; readonly format: PictureFormat };

/** Sends a picture of players; `X-Fallback` lists the figures that were drawn with a fallback. */
export function sendPicture(
  reply: FastifyReply,
  picture: Picture,
  { name, type, format }: FileName,
): FastifyReply {
  const { fallbacks } = picture;
  if (fallbacks.length > 0) void reply.header('x-fallback', fallbacks.join(','));
  void reply.header('content-disposition', inlineName(name, type, format));
  return sendPictured(reply, picture, contentTypeOf(format));
}
