import type { RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';
import type { Layout, PlacedFigure } from '../scenes/layout/request.ts';
import { planKeyOf } from './draw-figure.ts';
import { animationKeyOf, isExpensive, type TexturedFigure } from './detail.ts';
import type { GroupMember, SizedMember, Textured } from './posed-member.ts';
import { free } from '../image/scratch.ts';

/** A figure at its place. */
export type SizedFigure = {
  readonly place: PlacedFigure;
  readonly member: SizedMember;
  /** What it is drawn as: in an animation that of another size, where each size would need plans of its own. */
  readonly source: SizedMember;
};

/** Pictures of figures that an animation needs in several frames; those of a key never differ. */
export type Sprites = {
  readonly has: (key: string) => boolean;
  readonly find: (key: string) => RgbaImage | null;
  readonly keep: (key: string, image: RgbaImage) => void;
};

/** The figures of a layout, from back to front. */
export function sizedFigures(
  { figures }: Layout,
  members: readonly GroupMember[],
  isAnimation: boolean,
): readonly SizedFigure[] {
  const sized = figures.map((place) => {
    const member = members[place.index]!.at(place.pxPerUnit);
    return { place, member, source: member };
  });
  if (!isAnimation) return sized;
  const largest = new Map<string, number>();
  for (const { place, member } of sized) {
    const key = sizelessKey(member);
    if (key !== null) largest.set(key, Math.max(place.pxPerUnit, largest.get(key) ?? 0));
  }
  return sized.map(({ place, member }) => {
    const key = sizelessKey(member);
    const source = key === null ? member : members[place.index]!.at(largest.get(key)!);
    return { place, member, source };
  });
}

/** Equal for figures that differ in nothing but their size and time; `null` for one with cheap plans. */
function sizelessKey({ textured }: SizedMember): string | null {
  if (textured === null || !isExpensive(textured)) return null;
  const { framed, textures } = textured;
  const figure = { ...framed.figure, heightPx: 0 };
  return animationKeyOf({ framed: { ...framed, figure }, textures });
}

/** What these figures are drawn from. */
export function texturedIn(sized: readonly SizedFigure[]): readonly TexturedFigure[] {
  return sized.flatMap(({ source }) => source.textured ?? []);
}

type Limited = Parameters<SizedMember['draw']>[0];

/** Equal for figures that share a plan. */
export function planKeyIn({ source: { textured } }: SizedFigure, limited: Limited): string {
  return textured === null ? '' : planKeyOf(limited(textured.framed), textured.textures);
}

/** Draws a figure in its size. @param group all figures of the picture */
export function pictureOf(
  one: SizedFigure,
  group: readonly SizedFigure[],
  { limited, sprites }: { readonly limited: Limited; readonly sprites: Sprites | null },
): RgbaImage {
  const { member, source } = one;
  const drawn = sprites?.find(source.key) ?? source.draw(limited);
  if (sprites !== null && source.textured !== null && !sprites.has(source.key)) {
    keepAll(drawn, { source: { ...source, textured: source.textured }, group, limited, sprites });
  }
  const frame = member.textured?.framed.frame;
  if (member.key === source.key || frame === undefined) return drawn;
  const sized = resize(drawn, frame.widthPx, frame.heightPx);
  if (sized !== drawn) free(drawn.data);
  return sized;
}

/** Keeps a picture with expensive plans, and those of the others who will look like it at another time. */
function keepAll(
  drawn: RgbaImage,
  {
    source,
    group,
    limited,
    sprites,
  }: {
    readonly source: SizedMember & { readonly textured: Textured };
    readonly group: readonly SizedFigure[];
    readonly limited: Limited;
    readonly sprites: Sprites;
  },
): void {
  if (!isExpensive(source.textured)) return;
  sprites.keep(source.key, drawn);
  const key = animationKeyOf(source.textured);
  for (const { source: other } of group) {
    if (other.textured === null || animationKeyOf(other.textured) !== key) continue;
    const look = other.textured.lookAs(source.textured.framed);
    if (sprites.has(look.key)) continue;
    const picture = look.draw(limited);
    sprites.keep(look.key, picture);
    free(picture.data);
  }
}
