import type { FastifyReply } from 'fastify';
import { inlineName, sendPictured, type Pictured } from '../http/responses.ts';
import type { Picture } from './respond.ts';
import { contentTypeOf, type FileFormat } from '../../engine/options/picture-formats.ts';

/** The name under which a picture is saved: `<name>-<type>.<format>`, a PNG by default. */
type FileName = {
  readonly name: string;
  readonly type: string;
  readonly format?: FileFormat | undefined;
  /** Whether browsers save the file instead of showing it. */
  readonly isDownload?: boolean | undefined;
};

/** A picture, and how it is called. */
export type SentPicture = Pictured &
  Partial<Pick<Picture, 'fallbacks'>> & { readonly file: FileName };

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
