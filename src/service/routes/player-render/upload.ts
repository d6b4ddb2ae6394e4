import type { FastifyRequest } from 'fastify';
import { readBody, readUpload } from '../../../upstreams/discord/upload.ts';
import { badRequest, LineupError, upstreamErrors } from '../../../common/errors/lineup-error.ts';
import { receivedOf } from '../../http/request-bodies.ts';
import type { HttpServer } from '../../http/server.ts';
import { bodyPath } from '../../../common/schemas/validation-message.ts';
import { Type } from 'typebox';
import { maxSheetBytes, type FigureSheets } from '../../../engine/entry/draw-picture.ts';
import type { UploadedFile } from '../../../upstreams/discord/message.ts';
import { uploadQuery } from '../../../engine/options/request-schemas.ts';

/** The parts of a form. */
const parts = ['skin', 'cape', 'elytra'] as const;

export type Upload = FastifyRequest<{ Querystring: { readonly elytra?: boolean } }>;

/**
 * Reads the sheets of a request; they are only in memory.
 * @throws {LineupError} `bad-request` that names the part, `body-too-large`, `unsupported-media-type`
 */
export async function readSheets(request: FastifyRequest): Promise<FigureSheets> {
  const contentType = request.headers['content-type'] ?? '';
  const received = receivedOf(request);
  if (/^image\/png\s*(;|$)/i.test(contentType)) {
    return { skin: await readBody(received, maxSheetBytes) };
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) throw unsupported();
  const { fields, files } = await readUpload(received, maxSheetBytes);
  for (const field of fields.keys()) checkField(field);
  return sheetsOf(files);
}

function sheetsOf(files: readonly UploadedFile[]): FigureSheets {
  const sheets = new Map<string, Uint8Array>();
  for (const { field, bytes } of files) {
    if (!isPart(field)) throw badRequest(`${bodyPath(field)}: must be one of ${parts.join(', ')}`);
    if (sheets.has(field)) throw badRequest(`body.${field}: must be one file only`);
    sheets.set(field, bytes);
  }
  const skin = sheets.get('skin');
  if (skin === undefined) throw badRequest('body.skin: must be a file');
  const [cape, elytra] = [sheets.get('cape'), sheets.get('elytra')];
  return { skin, ...(cape && { cape }), ...(elytra && { elytra }) };
}

function isPart(name: string): boolean {
  return parts.some((part) => part === name);
}

/** What a form of a web page says besides is ignored, but no option that would then have no effect. */
function checkField(name: string): void {
  if (isPart(name)) throw badRequest(`body.${name}: must be a file`);
  if (Object.hasOwn(uploadQuery.properties, name))
    throw badRequest(`body.${name}: must be in the query`);
}

function unsupported(): LineupError {
  return new LineupError(
    'unsupported-media-type',
    'The request body must be image/png or multipart/form-data.',
  );
}

/** What is the same of pictures and models of a skin at a URL. */
export const ofUrl = (made: 'picture' | 'model') =>
  ({
    description: [
      `The same ${made}s as of a player, from the skin image at the URL \`skin\`, which may have up to 1 MiB.`,
      'The arms are four texels wide unless `model=slim` makes them three. `cape` may be another URL, or a texture hash.',
    ],
    errors: ['unusable-skin', 'forbidden-address', 'unknown-skin', ...upstreamErrors],
  }) as const;

/** And of those of an uploaded one. */
export const ofUpload = (made: 'picture' | 'model') =>
  ({
    method: 'POST',
    description: [
      'The body is the sheet itself (`image/png`), or a form (`multipart/form-data`) with the file `skin` and optionally `cape` or `elytra`; at most 3 MiB. Options belong in the query; other fields of the form are ignored.',
      `The upload is not stored. The ${made} is cached, and its \`ETag\` is made from the bytes of the upload.`,
    ],
    errors: [
      'unusable-skin',
      'unknown-skin',
      'forbidden-address',
      'body-too-large',
      'unsupported-media-type',
      ...upstreamErrors,
    ],
    body: sheetContent,
    accepts: acceptSheets,
  }) as const;

/** Bodies of these routes are files, read only after the request was accepted. */
function acceptSheets(scope: HttpServer): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(['image/png', 'multipart/form-data'], async () => undefined);
  scope.addContentTypeParser('*', async () => {
    throw unsupported();
  });
}

const file = (description: string) => ({ type: 'string', format: 'binary', description });

/** Parsed by a reader of its own, so there is nothing to validate. */
const sheetContent = {
  content: {
    // First, because generated clients (oazapfts) take the type of the first and send a form.
    'multipart/form-data': {
      schema: Type.Unsafe<unknown>({
        type: ['object', 'null'],
        properties: {
          skin: file('The skin sheet, a PNG.'),
          cape: file('The sheet of a cape, a PNG.'),
          elytra: file('The sheet of wings, which are then worn.'),
        },
        required: ['skin'],
      }),
    },
    'image/png': {
      schema: Type.Unsafe<unknown>({ ...file('The skin sheet, a PNG.'), type: ['string', 'null'] }),
    },
  },
};
