import { drawGroup, type FindItems } from '../engine/entry/draw-group.ts';
import { itemsFromQuery } from '../engine/options/query-items.ts';
import type { CompositionItem, CompositionOptions } from '../engine/options/group-schema.ts';
import { readRequest } from '../engine/options/read-figure-options.ts';
import type { RenderQuery } from '../engine/options/figure-schema.ts';
import type { CacheContext } from '../common/cache/context.ts';
import { createBodyCheck } from '../engine/library/checked.ts';
import { detachedContext, type LocalParts } from '../engine/library/open-parts.ts';
import { labelFrom } from '../engine/options/label-rules.ts';
import { ownSheet } from '../common/player.ts';
import { Type, type Static, type TSchema } from 'typebox';
import { coercerFor, type ParameterValues } from '../common/schemas/coerce-parameters.ts';
import type { Sources } from './open-sources.ts';
import type { LocalSkin } from './read-sheet-file.ts';
import { type ItemResult, plainItem, withCape } from '../common/items.ts';
import { loadNamedCapes } from '../upstreams/players/named-capes.ts';
import { drawFigure } from '../engine/entry/draw-figure.ts';
import { figureOptions, groupOptions } from './read-arguments.ts';

export type ProgramParts = LocalParts & {
  /** Name of the account service, if it is not Mojang's. */
  readonly service: string | undefined;
  /** Opens what looks players up, once. */
  readonly sources: () => Promise<Sources>;
};

/** A player, as the program was given it, with its skin if that is here. */
export type Named = { readonly argument: string; readonly local: LocalSkin | null };

/** Coerces and checks options, as those of a query. */
function checked<Schema extends TSchema>(options: ParameterValues, schema: Schema): Static<Schema> {
  const values = { ...options };
  coercerFor(schema)?.(values);
  return createBodyCheck(schema)(values);
}

const figureQuery = Type.Unsafe<RenderQuery>(figureOptions);

/** Draws one player without a name. */
export async function drawOne(
  { argument, local }: Named,
  options: ParameterValues,
  parts: ProgramParts,
): Promise<Uint8Array> {
  const { service } = parts;
  const request = { ...readRequest({}, checked(options, figureQuery)), service };
  const find = async (context: CacheContext): Promise<ItemResult> => {
    if (local !== null) {
      return { item: plainItem(ownSheet(local.sheet), request.model ?? local.model) };
    }
    const { findFigure } = await import('./open-sources.ts');
    return findFigure(
      argument,
      { request, context, fieldPath: shown(argument) },
      await parts.sources(),
    );
  };
  const { bytes } = await drawFigure(
    {
      request,
      fieldPath: shown(argument),
      resolve: async (context) => {
        const [cape] = await namedCapes([request.namedCape], parts, context);
        return withCape(await find(context), cape);
      },
    },
    detachedContext(),
    parts,
  );
  return bytes;
}

/** A data URL may be long, and an argument empty. */
const shown = (argument: string): string =>
  argument.length > 80 ? `${argument.slice(0, 80)}…` : argument || "''";

type NamedCapes = Parameters<typeof loadNamedCapes>[0];

/** Opens what looks capes up only if there are any. */
async function namedCapes(capes: NamedCapes, { sources }: ProgramParts, context: CacheContext) {
  if (capes.every((cape) => cape === null)) return [];
  return loadNamedCapes(capes, await sources(), context);
}

type GroupQuery = CompositionOptions & { readonly label?: readonly string[] };

/** Draws players side by side, with their names. */
export async function drawTogether(
  players: readonly Named[],
  options: ParameterValues,
  parts: ProgramParts,
): Promise<Uint8Array> {
  const query = checked(options, Type.Unsafe<GroupQuery>(groupOptions));
  const items = itemsFromQuery(
    players.map(({ argument }) => argument),
    query,
  );
  const { bytes } = await drawGroup(
    {
      items,
      options: { ...query, ...(parts.service && { service: parts.service }) },
      fieldPath: (index, field) =>
        field === 'value' ? shown(players[index]!.argument) : `query.${field}.${index}`,
      optionPath: (name) => `query.${name}`,
      ...detachedContext(),
    },
    finder(players, parts),
    parts,
  );
  return bytes;
}

/** Finds the players that are here, and looks the others up. */
function finder(players: readonly Named[], parts: ProgramParts): FindItems {
  return async (request, layout) => {
    const { items, options, context, fieldPath } = request;
    const remote = players.flatMap(({ local }, index) => (local === null ? [index] : []));
    const own = layout.figures.map(({ namedCape }, index) =>
      remote.includes(index) ? null : namedCape,
    );
    const lookUp = async (): Promise<readonly ItemResult[]> => {
      if (remote.length === 0) return [];
      const { findGroup } = await import('./open-sources.ts');
      return findGroup(remote, { request, layout }, await parts.sources());
    };
    const [found, capes] = await Promise.all([lookUp(), namedCapes(own, parts, context)]);
    return players.map(({ local }, index): ItemResult => {
      if (local === null) return found[remote.indexOf(index)]!;
      const { label, model = options.model }: CompositionItem = items[index]!;
      const name = labelFrom(label ?? local.name, fieldPath(index, 'label'));
      const item = plainItem(ownSheet(local.sheet), model ?? local.model, name);
      return withCape({ item }, capes[index]);
    });
  };
}
