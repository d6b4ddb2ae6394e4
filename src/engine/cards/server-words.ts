import type { InviteLang } from './invite-words.ts';
import table from './server-words.json' with { type: 'json' };
import type { ServerCard } from './server-card-job.ts';

/** The words for one state of a server. */
type StateWords = {
  /** In the corner. */
  readonly state: string;
  /** In place of a message of the day. */
  readonly sentence: string;
};

/** By ISO 639-1 code, in the order of the invite cards. */
const words: Readonly<Record<InviteLang, Readonly<Record<ServerCard['state'], StateWords>>>> =
  table;

export function stateWordsOf(lang: InviteLang, state: ServerCard['state']): StateWords {
  return words[lang][state];
}
