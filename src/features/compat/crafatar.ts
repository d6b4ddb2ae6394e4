import type { CompatPicture, CompatRender, CompatRequest, CompatRow } from './picture.ts';
import { boxed, drawn, isThere, sheet, square, strictNumber } from './read-values.ts';

const sizes = { least: 1, most: 512, standard: 160 };
const scales = { least: 1, most: 10, standard: 6 };

const overlayOf = ({ query }: CompatRequest): boolean => isThere(query, 'overlay', 'helm');

/** `default=`: one of the two oldest skins, or somebody by UUID. Theirs took a URL too. */
function insteadOf({ query }: CompatRequest): string | undefined {
  const named = query['default']?.replace(/^mhf_/i, '') ?? '';
  if (/^(?:steve|alex)$/i.test(named)) return `x-${named.toLowerCase()}`;
  return /^[\da-f]{8}(-?)(?:[\da-f]{4}\1){3}[\da-f]{12}$/i.test(named) ? named : undefined;
}

/** A figure of this player, or of whom `default=` names. */
function figure(player: string, request: CompatRequest, render: CompatRender): CompatPicture {
  return drawn(player, render, true, insteadOf(request));
}

/** Their head and body are isometric, of a fixed shape: so many pixels to each step of `scale`. */
function scaled({ query }: CompatRequest, heightPerStep: number) {
  const scale = strictNumber(query['scale'], 'scale', scales);
  return { widthPx: 20 * scale, heightPx: Math.floor(heightPerStep * scale) };
}

/** crafatar.com: switches count as on wherever they are there. */
export const crafatar = {
  avatars: {
    path: '/avatars/{player}?size=160&overlay',
    shows: 'the face, flat; without `overlay` its base layer alone',
    size: '`size` 1–512, 160',
    read: (request) => {
      const [player, ...rest] = request.places;
      if (player === undefined || rest.length > 0) return null;
      const size = strictNumber(request.query['size'], 'size', sizes);
      const box = square(size);
      return figure(
        player,
        request,
        boxed(['front', 'face'], box, { overlay: overlayOf(request) }),
      );
    },
  },
  'renders/head': {
    path: '/renders/head/{player}?scale=6&overlay',
    shows: 'the head, isometric',
    size: '`scale` 1–10, 6: 20 × 18.5 pixels each',
    read: (request) => {
      const [player, ...rest] = request.places;
      if (player === undefined || rest.length > 0) return null;
      const options = { overlay: overlayOf(request) };
      return figure(
        player,
        request,
        boxed(['isometric_head', 'full'], scaled(request, 18.5), options),
      );
    },
  },
  'renders/body': {
    path: '/renders/body/{player}?scale=6&overlay',
    shows: 'the figure, isometric',
    size: '`scale` 1–10, 6: 20 × 45.1 pixels each',
    read: (request) => {
      const [player, ...rest] = request.places;
      if (player === undefined || rest.length > 0) return null;
      const options = { overlay: overlayOf(request), cape: false };
      return figure(player, request, boxed(['isometric', 'full'], scaled(request, 45.1), options));
    },
  },
  skins: {
    path: '/skins/{player}',
    shows: 'the skin sheet',
    size: 'as it is',
    read: ({ places: [player, ...rest] }) =>
      player === undefined || rest.length > 0 ? null : sheet(player),
  },
  capes: {
    path: '/capes/{player}',
    shows: 'the cape; 404 for who has none',
    size: 'as it is',
    read: ({ places: [player, ...rest] }) =>
      player === undefined || rest.length > 0 ? null : { kind: 'cape', player, hasFallback: false },
  },
} as const satisfies Readonly<Record<string, CompatRow>>;
