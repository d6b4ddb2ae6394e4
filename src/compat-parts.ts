import type { CompatFigure, CompatParts } from './features/compat/route.ts';
import type { PlayerInfo } from './features/player-info/service.ts';
import { readRequest, type RenderRequest } from './features/player-render/request.ts';
import type { Renderer } from './features/player-render/service.ts';

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
function requestOf(render: CompatFigure): RenderRequest {
  const { type, crop, box, heightPx, yawDegrees, pitchDegrees } = render;
  const { format, overlay, cape, shading, shadow, model = null } = render;
  const { rollDegrees, fovDegrees, outline } = render;
  const request = readRequest(
    { render_type: type, crop: `${crop}.${format}` },
    {
      height: heightPx,
      yaw: around(yawDegrees),
      pitch: pitchDegrees,
      roll: rollDegrees,
      ...(fovDegrees !== undefined && { fov: fovDegrees }),
      ...(outline && { outline: outline.colour, outline_width: outline.widthPx }),
      overlay,
      cape,
      shading,
      shadow,
      fallback: render.hasFallback ? 'default' : 'none',
    },
  );
  const figure = box === null ? request.figure : { ...request.figure, box };
  return { ...request, model, figure };
}

/** Normalizes an angle to −180 to 180 degrees. */
function around(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
