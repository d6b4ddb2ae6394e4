import { types } from 'node:util';
import type { Static, TSchema } from 'typebox';
import { validationMessage } from '../../common/schemas/validation-message.ts';
import { createValidatorCompiler } from '../../common/schemas/validator.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { maxSheetBytes, type FigureSheets } from '../entry/draw-picture.ts';
import { DrawError } from './draw-error.ts';

/**
 * Returns a check of options by a schema, which compiles it when it is first used.
 * @param place how an option is called; empty for all of them
 * @returns a copy without what is undefined
 */
export function createCheck<Schema extends TSchema>(
  schema: Schema,
  place: (option: string) => string,
): (options: unknown) => Static<Schema> {
  const validate = createValidatorCompiler()({ schema, method: '', url: '' });
  const isValid = (options: unknown): options is Static<Schema> => validate(options) === true;
  return (options) => {
    const given = withoutUndefined(options);
    if (isValid(given)) return given;
    const failed = { part: 'body', isList: false, place } as const;
    throw badRequest(validationMessage(validate.errors ?? [], failed));
  };
}

function withoutUndefined(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/**
 * Takes the sheets out of the options of a figure, as copies: they are hashed now and drawn later.
 * @param fieldPath of a sheet
 * @throws {DrawError} for bytes that cannot be a sheet
 */
export function takeSheets(
  skin: unknown,
  options: unknown,
  fieldPath: (sheet: keyof FigureSheets) => string,
): { readonly sheets: FigureSheets; readonly options: unknown } {
  // Also one of another realm, such as that of a test runner.
  if (!types.isUint8Array(skin)) {
    throw new DrawError(
      `${fieldPath('skin')}: must be the bytes of a PNG file, a Uint8Array`,
      'bad-request',
    );
  }
  const sheets: FigureSheets = { skin: copyOf(skin, fieldPath('skin')) };
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return { sheets, options };
  }
  const others = new Map<string, unknown>(Object.entries(options));
  const backs = new Map<string, Uint8Array>();
  for (const name of ['cape', 'elytra'] as const) {
    const bytes = others.get(name);
    if (!types.isUint8Array(bytes)) continue;
    backs.set(name, copyOf(bytes, fieldPath(name)));
    // Given, so it is worn.
    others.set(name, true);
  }
  return {
    sheets: { ...sheets, ...Object.fromEntries(backs) },
    options: Object.fromEntries(others),
  };
}

function copyOf(bytes: Uint8Array, fieldPath: string): Uint8Array {
  // Of a buffer that was given away nothing can be copied.
  if (bytes.byteLength === 0) return new Uint8Array();
  if (bytes.byteLength <= maxSheetBytes) return new Uint8Array(bytes);
  throw new DrawError(`${fieldPath}: must have at most ${maxSheetBytes} bytes`, 'unusable-skin');
}
