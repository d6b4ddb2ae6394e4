import type { CompatFigure } from '../features/compat/picture.ts';
import type { CompatParts } from '../features/compat/route.ts';
import type { PlayerInfo } from '../features/player-info/service.ts';
import { readRequest, type RenderRequest } from '../features/player-render/request.ts';
import type { Renderer } from '../features/player-render/service.ts';

/** Serves other services' paths with our own renders and sheets. */
export function compatParts(renderer: Renderer, info: PlayerInfo): CompatParts {
  return {
    render: (figure, request) => renderer.render(figure.player, requestOf(figure), request),
    skin: (player, form, request) =>
      player === null
        ? info.defaultSkin(form, request)
        : info.skin({ value: player }, form, request),
    cape: (player, request) => info.cape({ value: player }, request),
  };
}

/** The equivalent request to our own endpoint, in the size of the other service. */
function requestOf({ looks: [type, crop], box, options }: CompatFigure): RenderRequest {
  const request = readRequest({ render_type: type, crop }, options);
  return box === null ? request : { ...request, figure: { ...request.figure, box } };
}
