import { Type } from 'typebox';
import { compatServices } from './table.ts';
import { closed } from '../../schemas/fields.ts';

const text = (description: string, maxLength = 512) =>
  Type.Optional(Type.String({ maxLength, description }));

export const compatPath = Type.Object({
  service: Type.String({
    maxLength: 32,
    description: `The service: ${Object.keys(compatServices)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
  }),
  path: Type.String({
    minLength: 1,
    maxLength: 1024,
    description: 'The path at that service, with its slashes and file extension.',
  }),
});

/** The parameters of all services; each row reads its own. */
export const compatQuery = Type.Object(
  {
    size: text('Crafatar: side of an avatar in pixels, 1 to 512; Crafty: of a face, 8 to 512.'),
    scale: text('Crafatar: size of a render, 1 to 10; Mineatar: 1 to 64.'),
    overlay: text('Crafatar: draws the second layer, too; Mineatar: `false` omits it.'),
    helm: text('Crafatar: the older name of `overlay`.'),
    default: text(
      'Crafatar: fallback for an unknown player, `MHF_Steve`, `MHF_Alex` or a UUID; otherwise one of the default skins.',
    ),
    no: text('VZGE, NMSR: what to omit, of `shadow,overlay,cape,ears`.'),
    exclude: text('NMSR: another name of `no`.'),
    y: text('VZGE, NMSR: turns the figure, in degrees.'),
    p: text('VZGE, NMSR: tilts the view, in degrees.'),
    r: text('VZGE, NMSR: turns the picture, in degrees.'),
    yaw: text('NMSR: another name of `y`.'),
    pitch: text('NMSR: another name of `p`.'),
    roll: text('NMSR: another name of `r`.'),
    back: text('NMSR: from behind.'),
    w: text('NMSR: width in pixels; the height follows.'),
    h: text('NMSR: height in pixels; the width follows.'),
    width: text('NMSR: another name of `w`; Crafty: width in pixels.'),
    height: text('NMSR: another name of `h`; Crafty: height in pixels.'),
    nolayers: text('NMSR: omits the second layer.'),
    deadmau5ears: text('NMSR: gives a skin the game’s round ears, unless it describes others.'),
    noshading: text('NMSR: draws every texel in its exact colour.'),
    process: text('NMSR: returns the sheet as the game uses it.'),
    model: text('NMSR: `slim` or `wide` arms.'),
    slim: text('VZGE: slim arms.'),
    wide: text('VZGE: wide arms.'),
    alex: text('NMSR: slim arms.'),
    steve: text('NMSR: wide arms.'),
    cameraWidth: text('Starlight: width in pixels, 16 to 1024.'),
    cameraHeight: text('Starlight: height in pixels, 16 to 1024.'),
    dropShadow: text('Starlight: a shadow on the ground.'),
    cameraFOV: text('Starlight: field of view in degrees, 20 to 90.'),
    borderHighlight: text('Starlight: a line around the figure.'),
    borderHighlightColor: text('Starlight: its colour, in hexadecimal digits.'),
    borderHighlightRadius: text('Starlight: its width in pixels, 1 to 16.'),
    capeEnabled: text('Starlight: `false` omits the cape.'),
    skinUrl: text('Starlight: the URL of a skin to draw instead of the player’s.', 8192),
    x: text('Crafty: position of the camera, to the side.'),
    z: text('Crafty: position of the camera, to the front.'),
    format: text('Crafty: `webp` or `avif`; otherwise PNG.'),
    square: text('Mineatar: makes a head or figure as wide as it is high.'),
    download: text('Mineatar: sends the sheet as a file to be saved.'),
    timeout: text('mcstatus: seconds to wait for the server, 0.5 to 5.'),
    query: text('mcstatus: `false` omits the query protocol.'),
    dark: text('mcstatus: `false` for a light card.'),
    rounded: text('mcstatus: no effect; our card is always rounded.'),
    transparent: text('mcstatus: a card for a page of any colour.'),
    ip: text('mcapi: the host of the server.'),
    port: text('mcapi: its port.'),
    theme: text('mcapi: `dark` for a dark card.'),
    title: text('mcapi: shown on the card instead of the host.'),
    u: text('mc-heads.net: the player.'),
    search: text('mc-heads.net: no effect.'),
    skinType: text('Starlight: `slim` or `alex` for slim arms.'),
  },
  closed,
);
