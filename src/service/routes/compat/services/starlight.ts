import { badRequest } from '../../../../common/errors/lineup-error.ts';
import { readPngHeader, UnusableImageError } from '../../../../common/png/png.ts';
import { isCrop, type Crop } from '../../../../engine/figure/camera/crops.ts';
import { cropsOf, isRenderType, renderTypeNames } from '../../../../engine/figure/render-types.ts';
import type { SheetForm } from '../../player-info/service.ts';
import { defineService, type CompatQuery, type CompatRow, type Looks } from '../define-service.ts';
import { plainId, profileRow } from '../read-profile.ts';
import {
  clampedNumber,
  drawn,
  isOn,
  isOnByDefault,
  maxPx,
  notOffered,
  sheet,
} from '../read-values.ts';

/** The original's full figures are 1159 high; ours end at 1024. */
const standardPx = { full: maxPx, bust: 512, face: 512 } as const satisfies Record<Crop, number>;

const sheetForms = ['processed', 'barebones'] as const;

/**
 * The type and crop in our terms. If our type lacks a crop, the whole figure is shown.
 * @throws {LineupError} `bad-request` that lists the types
 */
function looksOf(type: string, crop: string): Looks {
  if (type === 'isometric' && crop === 'head') return ['isometric_head', 'full'];
  const known = type === 'custom' ? 'default' : type;
  if (!isRenderType(known)) {
    throw badRequest(`path.path: the render type must be one of ${renderTypeNames.join(', ')}`);
  }
  if (!isCrop(crop) && crop !== 'head') {
    throw badRequest('path.path: the crop must be full, bust or face');
  }
  const shown = crop === 'head' ? 'face' : crop;
  return [known, cropsOf(known).includes(shown) ? shown : 'full'];
}

/** Size and options, but for the width if it follows. */
function drawingOf([, crop]: Looks, query: CompatQuery) {
  const side = (name: 'cameraWidth' | 'cameraHeight', standard: number): number =>
    clampedNumber(query[name], { min: 16, max: maxPx, standard });
  const heightPx = side('cameraHeight', standardPx[crop]);
  return {
    heightPx,
    ...(query.cameraWidth !== undefined && { widthPx: side('cameraWidth', heightPx) }),
    shadow: isOn(query, 'dropShadow'),
    cape: isOnByDefault(query, 'capeEnabled'),
    ...(query.cameraFOV !== undefined && { fov: clampedNumber(query.cameraFOV, fovs) }),
    ...(isOn(query, 'borderHighlight') && outlineOf(query)),
    ...(/^(?:slim|alex)$/.test(query.skinType ?? '') && { model: 'slim' as const }),
    hasFallback: false,
    skinUrl: query.skinUrl,
  };
}

const fovs = { min: 20, max: 90, standard: 75 } as const;
const radii = { min: 1, max: 16, standard: 4 } as const;

/** White unless a valid colour is given. */
function outlineOf(query: CompatQuery) {
  const colour = query.borderHighlightColor?.replace(/^(?:#|0x)/i, '') ?? '';
  const isColour = /^(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(colour);
  return {
    outline: isColour ? colour : 'ffffff',
    outline_width: clampedNumber(query.borderHighlightRadius, radii),
  };
}

function sheetFormOf(crop: string): SheetForm {
  const form = crop === 'default' ? 'original' : sheetForms.find((one) => one === crop);
  if (form !== undefined) return form;
  const known = ['default', ...sheetForms].join(', ');
  throw badRequest(`path.path: the crop of a skin must be one of ${known}`);
}

const render: CompatRow = {
  aliases: ['skin-render'],
  after: '/{type}/{player}/{crop}?cameraHeight=512',
  shows:
    'every type and crop, `skin` with `default`, `processed` and `barebones`; `skinUrl` draws another skin; their wallpapers, lights, camera positions and models of one’s own are not drawn; also under their older name `skin-render`',
  size: '`cameraWidth`, `cameraHeight` 16–1024: 1024 for a whole figure, else 512',
  // The type, the player and the crop.
  subjectIn: ({ pathValues }) => (pathValues.length === 3 ? pathValues[1] : undefined),
  read: (player, { pathValues, query }) => {
    const [type = '', , crop = ''] = pathValues.map((segment) => segment.toLowerCase());
    if (crop === '') return null;
    if (type === 'skin') return sheet(player, { form: sheetFormOf(crop) });
    const looks = looksOf(type, crop);
    return drawn(player, looks, drawingOf(looks, query));
  },
};

/** Of a sheet in base64; one that is no picture is said to be of today's size. */
function sizeOf(skin: string | null) {
  try {
    return readPngHeader(Buffer.from(skin ?? '', 'base64'));
  } catch (error) {
    if (error instanceof UnusableImageError) return { widthPx: 64, heightPx: 64 };
    throw error;
  }
}

const info = profileRow({
  shows: 'the profile; `processedSkinUrl`, for skins of the old size, is a link',
  hasSheets: true,
  write: (profile, { sheets, baseUrl }) => {
    const { uuid, skin, cape, model } = profile;
    const { widthPx, heightPx } = sizeOf(sheets.skin);
    const processed = `${baseUrl}/api/blockgame/skin/${uuid}?processed=true`;
    return {
      playerUUID: plainId(profile),
      skinUrl: skin.url,
      ...(cape && { userCape: cape.url }),
      ...(heightPx * 2 === widthPx && { processedSkinUrl: processed }),
      skinType: model === 'slim' ? 'slim' : 'wide',
      skinTextureWidth: widthPx,
      skinTextureHeight: heightPx,
    };
  },
  unknown: () => ({ status: 404, body: { error: 'Unknown player username/uuid.' } }),
});

/** Has the same types as we have. */
export const starlight = defineService({
  host: 'starlightskins.lunareclipse.studio',
  rows: {
    render,
    'render/wallpaper': {
      ...notOffered(
        'their wallpapers are not drawn; scenes are at our own paths',
        '/{wallpaper}/{players}',
      ),
      aliases: ['skin-render/wallpaper'],
    },
    'info/user': info,
  },
});
