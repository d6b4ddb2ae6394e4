import type { CompatPicture, CompatRender, CompatRequest, CompatRows } from './picture.ts';
import {
  boxed,
  capeRow,
  drawn,
  isThere,
  ofPlayer,
  sheetRow,
  square,
  strictNumber,
} from './read-values.ts';

const sizes = { min: 1, max: 512, standard: 160 };
const scales = { min: 1, max: 10, standard: 6 };

const overlayOf = ({ query }: CompatRequest): boolean => isThere(query, 'overlay', 'helm');

/** `default=`: one of the two oldest skins, or a player by UUID. The original also accepted a URL. */
function insteadOf({ query }: CompatRequest): string | undefined {
  const named = query['default']?.replace(/^mhf_/i, '') ?? '';
  if (/^(?:steve|alex)$/i.test(named)) return `x-${named.toLowerCase()}`;
  return /^[\da-f]{8}(-?)(?:[\da-f]{4}\1){3}[\da-f]{12}$/i.test(named) ? named : undefined;
}

/** A figure of this player, or of the one in `default=`. */
function figure(player: string, request: CompatRequest, render: CompatRender): CompatPicture {
  return drawn(player, render, { instead: insteadOf(request) });
}

/** Heads and bodies are isometric, with a fixed number of pixels for each step of `scale`. */
function scaled({ query }: CompatRequest, heightPerStep: number) {
  const scale = strictNumber(query['scale'], 'scale', scales);
  return { widthPx: 20 * scale, heightPx: Math.floor(heightPerStep * scale) };
}

/** crafatar.com: switches are on if they are present. */
export const crafatar = {
  avatars: {
    path: '/avatars/{player}?size=160&overlay',
    shows: 'the face, flat; without `overlay` its base layer alone',
    size: '`size` 1–512, 160',
    read: ofPlayer((player, request) => {
      const size = strictNumber(request.query['size'], 'size', sizes);
      const options = { overlay: overlayOf(request) };
      return figure(player, request, boxed(['front', 'face'], square(size), options));
    }),
  },
  'renders/head': {
    path: '/renders/head/{player}?scale=6&overlay',
    shows: 'the head, isometric',
    size: '`scale` 1–10, 6: 20 × 18.5 pixels each',
    read: ofPlayer((player, request) => {
      const options = { overlay: overlayOf(request) };
      return figure(
        player,
        request,
        boxed(['isometric_head', 'full'], scaled(request, 18.5), options),
      );
    }),
  },
  'renders/body': {
    path: '/renders/body/{player}?scale=6&overlay',
    shows: 'the figure, isometric',
    size: '`scale` 1–10, 6: 20 × 45.1 pixels each',
    read: ofPlayer((player, request) => {
      const options = { overlay: overlayOf(request), cape: false };
      return figure(player, request, boxed(['isometric', 'full'], scaled(request, 45.1), options));
    }),
  },
  skins: sheetRow('/skins/{player}', { insteadOf }),
  capes: capeRow('/capes/{player}'),
} as const satisfies CompatRows;
