import { badRequest } from '../../../common/errors/lineup-error.ts';

/** What comes before the code in a link; the scheme is optional. */
const link =
  /^(?:https?:\/\/)?(?:(?:www|ptb|canary)\.)?(?:discord\.gg(?:\/invite)?|discord(?:app)?\.com\/invite)\/([\w-]{2,64})\/?(?:[?#].*)?$/i;
const bare = /^[\w-]{2,64}$/;

/**
 * The code in a code, vanity code or full link.
 * @throws {LineupError} `bad-request`
 */
export function inviteCode(text: string): string {
  const code = bare.test(text) ? text : link.exec(text)?.[1];
  if (code !== undefined) return code;
  throw badRequest(
    'path.code: must be the code of an invite, or a link such as https://discord.gg/code, URL-encoded',
  );
}
