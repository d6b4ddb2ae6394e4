import { pictureVersion, UnusableSheetsError } from '../../../engine/options/jobs.ts';
import { combineErrors, readEach, LineupError } from '../../../common/errors/lineup-error.ts';
import { served, type Pictured } from '../../http/responses.ts';
import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import type { LinkedRequest } from '../../http/request-host.ts';
import { respondWith, type DrawingDeps } from '../../pictures/respond.ts';
import { readReference } from '../../../upstreams/players/reference.ts';
import type { Player, SkinSource } from '../../../common/player.ts';
import type { Players } from '../../../upstreams/players/players.ts';
import { Type, type Static } from 'typebox';
import { closed, orNull } from '../../../common/schemas/fields.ts';

type InfoParts = DrawingDeps & { readonly players: Players };

/** A player, and the account service if it is not Mojang's. */
type PlayerSelector = { readonly value: string; readonly service?: string | undefined };

/** Unchanged, as the game uses it, or only the base layer of that. */
export type SheetForm = 'original' | 'processed' | 'barebones';

type PlayersSelector = Pick<PlayerSelector, 'service'> & { readonly values: readonly string[] };

/** Every method throws LineupError: `bad-request`, `unknown-player`, `unknown-cape`, `upstream-…`. */
export function createPlayerInfo(parts: InfoParts) {
  return { ...profilesOf(parts), ...sheetsOf(parts) };
}

export type PlayerInfo = ReturnType<typeof createPlayerInfo>;

function profilesOf({ players }: InfoParts) {
  return {
    describe: async (who: PlayerSelector, request: LinkedRequest) => {
      const player = await findPlayer(players, who, request.context);
      return served(describePlayer(player, who, request), 'render', request);
    },
    /** In order; null for unknown players only: any other error is that of the whole list. */
    list: async ({ values, service }: PlayersSelector, request: LinkedRequest) => {
      const account = players.readService(service, 'query.service');
      const references = readEach(values, (value, index) =>
        readReference(players, value, account, `body.players[${index}]`),
      );
      const results = await players.resolveMany(references, request.context);
      const failed = results.flatMap((result, index) =>
        result.ok || result.error.code === 'unknown-player'
          ? []
          : [result.error.at(`body.players[${index}]`)],
      );
      if (failed.length > 0) throw combineErrors(failed);
      const value = results.map((one) =>
        one.ok ? describePlayer(one.player, { service }, request) : null,
      );
      return served(value, 'render', request);
    },
    /** The UUID with dashes, or the name. An error if there is no account, as for a sample or a texture. */
    account: async (field: 'uuid' | 'name', who: PlayerSelector, request: RequestContext) => {
      const { uuid, name } = await findPlayer(players, who, request.context);
      if (uuid === null || name === null) throw new LineupError('unknown-player').at('path.player');
      return served(field === 'uuid' ? dashed(uuid) : name, 'render', request);
    },
  };
}

function sheetsOf({ players, drawing, pictures }: InfoParts) {
  async function process(source: SkinSource, form: SheetForm, context: CacheContext) {
    const png = await players.loadSheet(source, context);
    const sheet = { revision: source.revision, png };
    const job = { sheet, isBare: form === 'barebones' };
    return drawing.draw('processedSheet', job, context.client).catch(throwUnusable);
  }

  function original(source: SkinSource, request: RequestContext): Promise<Pictured> {
    const load = () => players.loadSheet(source, request.context);
    const sheet = { inputs: ['sheet', source.revision], policy: 'render', load } as const;
    return respondWith(sheet, request).catch(throwAtPlayer);
  }

  function sheetOf(skin: SkinSource, form: SheetForm, request: RequestContext): Promise<Pictured> {
    if (form === 'original') return original(skin, request);
    const inputs = [form, pictureVersion, skin.revision];
    const load = () => process(skin, form, request.context);
    return respondWith({ inputs, policy: 'render', pictures, load }, request).catch(throwAtPlayer);
  }

  return {
    /** The PNG of the skin. */
    skin: async (who: PlayerSelector, form: SheetForm, request: RequestContext) =>
      sheetOf((await findPlayer(players, who, request.context)).skin, form, request),
    /** The PNG of the skin that replaces those of unknown players. */
    defaultSkin: (form: SheetForm, request: RequestContext) =>
      sheetOf(players.fallbackPlayer.skin, form, request),
    /** The PNG of the cape, as it was fetched. */
    cape: async (who: PlayerSelector, request: RequestContext) => {
      const { cape } = await findPlayer(players, who, request.context);
      if (cape === null) throw new LineupError('unknown-cape').at('path.player');
      return original(cape, request);
    },
  };
}

async function findPlayer(
  players: Players,
  { value, service }: PlayerSelector,
  context: CacheContext,
): Promise<Player> {
  const account = players.readService(service, 'query.service');
  const reference = readReference(players, value, account);
  const [result] = await players.resolveMany([reference], context);
  if (result?.ok) return result.player;
  throw (result?.error ?? new LineupError('unknown-player')).at('path.player');
}

function throwUnusable(error: unknown): never {
  if (!(error instanceof UnusableSheetsError)) throw error;
  const [problem] = error.problems;
  throw new LineupError('unusable-skin', `The skin ${problem?.problem}.`);
}

/** Errors of a sheet refer to the player in the path. */
function throwAtPlayer(error: unknown): never {
  throw error instanceof LineupError ? error.at('path.player') : error;
}

function describePlayer(
  { uuid, name, model, skin, cape }: Player,
  { service }: Pick<PlayerSelector, 'service'>,
  { baseUrl }: LinkedRequest,
): PlayerResponse {
  const query = service === undefined ? '' : `?service=${encodeURIComponent(service)}`;
  const texture = ({ url, revision }: SkinSource): PlayerResponse['skin'] => {
    // By UUID: names of old accounts may contain anything, and names change.
    const player = uuid === null ? (name ?? revision) : dashed(uuid);
    // Our own sheets are served by ourselves.
    const own = `${baseUrl}/api/blockgame/skin/${encodeURIComponent(player)}${query}`;
    return { url: url ?? own, hash: revision };
  };
  return {
    uuid: uuid === null ? null : dashed(uuid),
    name,
    model,
    skin: texture(skin),
    cape: cape === null ? null : texture(cape),
  };
}

/** 8-4-4-4-12, the usual form of a UUID. */
function dashed(uuid: string): string {
  return uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const texture = (description: string) =>
  Type.Object(
    {
      url: Type.String({ description: 'URL of the PNG.' }),
      hash: Type.String({
        description: 'Identifies the texture; another sheet has another hash.',
      }),
    },
    { ...closed, description },
  );

/** The response of the first example. */
export const librarian = {
  uuid: null,
  name: 'sample-librarian',
  model: 'slim',
  skin: {
    url: 'https://lineup.example/api/blockgame/skin/sample-librarian',
    hash: 'b7fd256e0625e4da60c535fc2fee8da2184cfa5ab70cfd6c0e1ea7fa8ad5d475',
  },
  cape: null,
};

export const playerResponse = Type.Object(
  {
    uuid: orNull(Type.String(), 'With dashes; null for samples and bare textures.'),
    name: orNull(Type.String(), 'As the account spells it; null for bare textures.'),
    model: Type.Union([Type.Literal('classic'), Type.Literal('slim')], {
      description: 'Width of the arms: four texels or three.',
    }),
    skin: texture('The player’s skin.'),
    cape: orNull(texture('The sheet of the cape.'), 'The cape; null for a player who has none.'),
  },
  {
    ...closed,
    description: 'The player.',
    examples: [librarian],
  },
);

export const playersResponse = Type.Array(Type.Union([playerResponse, Type.Null()]), {
  description: 'The players in the order of the request; null for an unknown player.',
  examples: [[librarian, null]],
});

export type PlayerResponse = Static<typeof playerResponse>;
