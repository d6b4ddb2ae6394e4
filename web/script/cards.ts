// The kinds of cards, with their URLs.

/** The subject of a card, and its paths. */
export type Card = ReturnType<typeof cardOf>;

const stems = {
  java: '/api/blockgame/server/java',
  bedrock: '/api/blockgame/server/bedrock',
  game: '/api/roblox/game',
  group: '/api/roblox/group',
  invite: '/api/chat/invite',
} as const;
export type Kind = keyof typeof stems;

export function isKind(kind: string): kind is Kind {
  return Object.hasOwn(stems, kind);
}

export function isServer(kind: Kind): boolean {
  return kind === 'java' || kind === 'bedrock';
}

/** @param lang of its pictures; empty for the default */
export function cardOf(kind: Kind, name: string, theme: string, lang = '') {
  const stem = `${stems[kind]}/${encodeURIComponent(name)}`;
  const ofServer = (path: string): string | null => (isServer(kind) ? path : null);
  return {
    kind,
    /** As typed. */
    name,
    // Whoever embeds a server's card wants to see it go offline within a minute or so.
    card: `${stem}/widget?theme=${theme}${isServer(kind) ? '&max_age=60' : ''}${lang && `&lang=${lang}`}`,
    /** All facts as JSON. */
    facts: ofServer(`${stem}/status`) ?? stem,
    /** One line of text; `null` if it is made from the facts. */
    text: isServer(kind) || kind === 'game' ? `${stem}/status-text` : null,
    /** A picture of the players online. */
    lineup: ofServer(`${stem}/lineup${lang && `?lang=${lang}`}`),
    /** A page for streams. */
    overlay: ofServer(`/live/${kind}/${encodeURIComponent(name)}`),
    /** A page of its own. */
    page: ofServer(`/server/${kind}/${encodeURIComponent(name)}`),
  };
}

/** Name and number of members in the facts of a group or invite. */
export function membersIn(facts: unknown): { readonly name: string; readonly count: number } {
  const name = field(facts, 'name') ?? field(field(facts, 'guild'), 'name');
  return {
    name: typeof name === 'string' ? name : '',
    count: Number(field(facts, 'members') ?? 0),
  };
}

/** Name and number of players in the facts of a game. */
export function playingIn(facts: unknown): { readonly name: string; readonly count: number } {
  return { name: membersIn(facts).name, count: Number(field(facts, 'playing') ?? 0) };
}

/**
 * What a card is of, and where its button leads.
 * @param facts of what is no server
 * @param base URL of the service
 */
export function subjectOf(
  { kind, name, page }: Card,
  { facts, base }: { readonly facts: unknown; readonly base: string },
): { readonly name: string; readonly link: string } {
  if (page !== null) return { name, link: `${base}${page}` };
  const links = {
    game: `https://www.roblox.com/games/${String(field(facts, 'placeId'))}`,
    group: `https://www.roblox.com/communities/${String(field(facts, 'id'))}`,
    invite: String(field(facts, 'url')),
  } as const;
  const link = kind === 'game' || kind === 'group' ? links[kind] : links.invite;
  return { name: membersIn(facts).name || name, link };
}

/** Whether a server is offline because its name does not exist. */
export function isUnknownHost(facts: unknown): boolean {
  return field(facts, 'offline_reason') === 'unknown_host';
}

/** Names of players in the facts of a server: all whom its query protocol lists, or some. */
export function onlineIn(facts: unknown): string[] {
  const players = field(facts, 'players');
  const listed = field(players, 'list') ?? field(players, 'sample');
  const names = Array.isArray(listed) ? listed.map((one: unknown) => field(one, 'name')) : [];
  return names.flatMap((name) =>
    typeof name === 'string' && /^(?:\w{1,25}|\.\w{1,16})$/.test(name) ? [name] : [],
  );
}

/** What the page of a server says of it. */
export type ServerFacts = ReturnType<typeof serverFacts>;

export function serverFacts(facts: unknown) {
  const isOnline = field(facts, 'online');
  const players = field(facts, 'players');
  return {
    /** Null while nobody knows. */
    isOnline: typeof isOnline === 'boolean' ? isOnline : null,
    online: Number(field(players, 'online') ?? 0),
    max: Number(field(players, 'max') ?? 0),
    /** Players whom it names. */
    names: onlineIn(facts),
    /** Whether its query protocol has named them all. */
    isWhole: Array.isArray(field(players, 'list')),
    /** Why it is offline. */
    reason: field(facts, 'offline_reason'),
    /** Whether the game refuses to connect to it. */
    isBlocked: field(facts, 'eula_blocked') === true,
  };
}

/** When the server was asked, in milliseconds; not a number if that is not said. */
export function retrievedMs(facts: unknown): number {
  return Date.parse(String(field(facts, 'retrieved_at')));
}

type FieldName =
  | 'eula_blocked'
  | 'guild'
  | 'id'
  | 'list'
  | 'max'
  | 'members'
  | 'name'
  | 'offline_reason'
  | 'online'
  | 'placeId'
  | 'playing'
  | 'players'
  | 'retrieved_at'
  | 'sample'
  | 'url';

function field(value: unknown, name: FieldName): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
