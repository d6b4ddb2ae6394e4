import { Type, type Static, type TSchema } from 'typebox';
import type { CacheContext } from '../common/cache/context.ts';
import { plainItem, withCape, type ItemResult } from '../common/items.ts';
import { ownSheet } from '../common/player.ts';
import { coercerFor, type ParameterValues } from '../common/schemas/coerce-parameters.ts';
import { drawPicture, nameInValue } from '../engine/entry/draw-picture.ts';
import { createCheck } from '../engine/library/checked.ts';
import { detachedContext, type LocalParts } from '../engine/library/local-drawing.ts';
import { readModel, type ModelValues } from '../engine/options/model-options.ts';
import { itemsFromQuery } from '../engine/options/composition-query.ts';
import type { CompositionOptions, RenderQuery } from '../engine/options/request-schemas.ts';
import { readAlone, readGroup, wantedOf, type Place } from '../engine/options/spec.ts';
import { loadNamedCapes } from '../upstreams/players/find-figure.ts';
import type { Sources } from './open-sources.ts';
import { figureOptions, groupOptions, modelOptions, shownOption } from './read-arguments.ts';
import type { LocalSkin } from './files.ts';

export type ProgramParts = LocalParts & {
  /** Name of the account service, if it is not Mojang's. */
  readonly service: string | undefined;
  /** Whether the format follows from the name of the file that is written. */
  readonly hasFile: boolean;
  /** Whether the file is a 3D model. */
  readonly isModel: boolean;
  /** Opens what looks players up, once. */
  readonly sources: () => Promise<Sources>;
};

/** A player, as the program was given it, with its skin if that is here. */
export type Named = { readonly argument: string; readonly local: LocalSkin | null };

/** Where an option was given: `--hold-left.1`, `-o` for the format of a file, or a player's own argument. */
function placeIn(players: readonly Named[], { hasFile }: ProgramParts): Place {
  return (option, item) => {
    if (option === 'value') return shown(players[item ?? 0]!.argument);
    if (option === 'format' && hasFile) return '-o';
    return shownOption(item === undefined ? option : `${option}.${item}`);
  };
}

/** A data URL may be long, and an argument empty. */
const shown = (argument: string): string =>
  argument.length > 80 ? `${argument.slice(0, 80)}…` : argument || "''";

/** Coerces and checks options, as those of a query. */
function checked<Schema extends TSchema>(
  options: ParameterValues,
  schema: Schema,
  place: Place,
): Static<Schema> {
  const values = { ...options };
  coercerFor(schema)?.(values);
  return createCheck(schema, place)(values);
}

/** Draws one player without a name, or makes a model. */
export async function drawOne(
  player: Named,
  options: ParameterValues,
  parts: ProgramParts,
): Promise<Uint8Array> {
  const { argument, local } = player;
  const place = placeIn([player], parts);
  const spec = parts.isModel
    ? readModel(checked(options, Type.Unsafe<ModelValues>(modelOptions), place), place)
    : readAlone(checked(options, Type.Unsafe<RenderQuery>(figureOptions), place), place);
  const figure = spec.figures[0]!;
  const lookUp = async (context: CacheContext): Promise<ItemResult> => {
    if (local !== null) {
      return { item: plainItem(ownSheet(local.sheet), figure.model ?? local.model) };
    }
    const { findFigure } = await import('./open-sources.ts');
    const { service } = parts;
    const looking = { figure, service, context, fieldPath: place('value') };
    return findFigure(argument, looking, await parts.sources());
  };
  const find = async (context: CacheContext) => {
    const [cape] = await namedCapes([figure.worn.named], parts, context);
    return [withCape(await lookUp(context), cape)];
  };
  return (await drawPicture({ spec, place, find }, detachedContext(), parts)).bytes;
}

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
  const place = placeIn(players, parts);
  const query = checked(options, Type.Unsafe<GroupQuery>(groupOptions), place);
  const values = players.map(({ argument }) => argument);
  const items = itemsFromQuery(values, query, place);
  const spec = readGroup(items, query, place);
  const named = items.map((item) => ({ value: item.value, name: nameInValue(item) }));
  const remote = players.flatMap(({ local }, index) => (local === null ? [index] : []));
  const lookUp = async (context: CacheContext): Promise<readonly ItemResult[]> => {
    if (remote.length === 0) return [];
    const { findGroup } = await import('./open-sources.ts');
    const heightPx = spec.sizePx?.[1] ?? spec.heightPx;
    const wanted = wantedOf(items, spec);
    const looking = { wanted, service: parts.service, place, heightPx, context };
    return findGroup(remote, looking, await parts.sources());
  };
  // The players that are here, and those that are looked up.
  const find = async (context: CacheContext) => {
    const own = spec.figures.map(({ worn }, index) => (remote.includes(index) ? null : worn.named));
    const [found, capes] = await Promise.all([lookUp(context), namedCapes(own, parts, context)]);
    return players.map(({ local }, index): ItemResult => {
      if (local === null) return found[remote.indexOf(index)]!;
      const { label, model } = spec.figures[index]!;
      const item = plainItem(ownSheet(local.sheet), model ?? local.model, label ?? local.name);
      return withCape({ item }, capes[index]);
    });
  };
  return (await drawPicture({ spec, place, find, named }, detachedContext(), parts)).bytes;
}
