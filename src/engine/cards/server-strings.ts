import type { InviteLang } from './invite-strings.ts';
import table from './server-strings.json' with { type: 'json' };
import type { ServerCard } from './server-card-job.ts';

/** The words for one state of a server. */
type StateStrings = {
  /** In the corner. */
  readonly state: string;
  /** In place of a message of the day. */
  readonly sentence: string;
};

/** By ISO 639-1 code, in the order of the invite cards. */
const strings: Readonly<Record<InviteLang, Readonly<Record<ServerCard['state'], StateStrings>>>> =
  table;

export function stateStringsOf(lang: InviteLang, state: ServerCard['state']): StateStrings {
  return strings[lang][state];
}
