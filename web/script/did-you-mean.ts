import { alikeNames, bareName } from './alike.ts';
import { basePath, byId, createButton, one } from './dom.ts';
import type { Notice } from './notice.ts';
import { recentNames } from './recent-names.ts';
import { jsonIn, send } from './send.ts';
import { fields, noticeOf } from './slot.ts';
import type { Slots } from './slots.ts';
import { t } from './messages.ts';

// Offers names that exist in place of those that do not. All wrong names of a row are checked in one request,
// and each only once.

/** As many as the account service is asked for at once. */
const maxRequested = 10;

/** The player who was probably meant, for each of these texts; asks for each of them once. */
export type FindMeant = (texts: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export function createFindMeant(): FindMeant {
  const asked = new Set<string>();
  const meant = new Map<string, string>();

  async function find(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      asked.add(text);
      const recent = recentLike(text);
      if (recent !== undefined) meant.set(text, recent);
    }
    const open = texts
      .filter((text) => !meant.has(text))
      .flatMap((text) => alikeNames(text).map((name, rank) => ({ text, name, rank })))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, maxRequested);
    if (open.length === 0) return;
    const names = await existing(open.map(({ name }) => name));
    for (const [index, { text }] of open.entries()) {
      const name = names[index];
      if (name !== undefined && !meant.has(text)) meant.set(text, name);
    }
  }

  return async (texts) => {
    await find(texts.filter((text) => !asked.has(text)));
    return meant;
  };
}

/** A recently drawn name needs no request. */
function recentLike(text: string): string | undefined {
  const bare = bareName(text);
  return recentNames().find((other) => other !== text && bare !== '' && bareName(other) === bare);
}

/** The players with these names, as they write themselves; nobody if that is unknown. */
async function existing(names: readonly string[]): Promise<readonly (string | undefined)[]> {
  const url = `${basePath()}/api/blockgame/players`;
  const outcome = await send({ method: 'POST', url, body: { players: names } });
  if (outcome.kind !== 'answer') return [];
  const players: unknown = await jsonIn(outcome.blob);
  return Array.isArray(players) ? players.map((player: unknown) => nameOf(player)) : [];
}

function nameOf(player: unknown): string | undefined {
  const { name }: { name?: unknown } = Object(player);
  return typeof name === 'string' ? name : undefined;
}

type Parts = {
  readonly slots: Slots;
  readonly notice: Notice;
  /** Called once another name was taken. */
  readonly changed: () => void;
};

/** Something that was refused, and what to do with the name that was meant. */
export type Refused = {
  readonly text: string;
  /** What the notice says of it. */
  readonly sentence: string;
  readonly take: (name: string) => void;
};

export type Suggest = ReturnType<typeof createSuggest>;

export function createSuggest({ slots, notice, changed }: Parts) {
  const findMeant = createFindMeant();
  const field = byId('quick');

  function put(slot: HTMLLIElement, name: string): void {
    fields(slot).value.value = name;
    slots.forget(slot);
    changed();
  }
  return {
    /** Offers other names beside wrong ones, and that for the first one also where the picture is. */
    ofSlots: async (wrong: readonly HTMLLIElement[]) => {
      const typed = wrong.map((slot) => ({ slot, text: typedIn(slot) }));
      const meant = await findMeant([...new Set(typed.map(({ text }) => text))]);
      for (const { slot, text } of typed) {
        const name = meant.get(text);
        if (name === undefined || typedIn(slot) !== text || !slot.matches('.wrong')) continue;
        offerInNotice(notice, { name, sentence: noticeOf(slot), field }, () => put(slot, name));
        offerBeside(slot, name, () => {
          put(slot, name);
          fields(slot).value.focus();
        });
      }
    },
    /** Offers another name in the notice that says what was refused. */
    instead: async ({ text, sentence, take }: Refused) => {
      const name = (await findMeant([text])).get(text);
      if (name !== undefined) offerInNotice(notice, { name, sentence, field }, () => take(name));
    },
  };
}

function typedIn(slot: HTMLLIElement): string {
  return fields(slot).value.value.trim();
}

type Offer = {
  readonly name: string;
  readonly sentence: string;
  /** Where it was typed. */
  readonly field: HTMLElement;
};

/** Unless the notice says something else by now. */
export function offerInNotice(
  notice: Notice,
  { name, sentence, field }: Offer,
  take: () => void,
): void {
  notice.offer(sentence, t('didYouMean', { name }), () => {
    const isByKey = document.activeElement?.matches(':focus-visible') === true;
    notice.clear();
    take();
    // On a phone a field would open the keyboard over the picture.
    if (isByKey) field.focus();
  });
}

function offerBeside(slot: HTMLLIElement, name: string, take: () => void): void {
  const problem = one(slot, '.problem', HTMLParagraphElement);
  if (problem.querySelector('button') !== null) return;
  const button = createButton({ className: 'chip', textContent: t('didYouMean', { name }) });
  button.addEventListener('click', take);
  problem.append(' ', button);
}
