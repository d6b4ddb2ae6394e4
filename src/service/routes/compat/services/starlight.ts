import { badRequest } from '../../../../common/errors/lineup-error.ts';
import { readPngHeader, UnusableImageError } from '../../../../common/png/png.ts';
import { isCrop, type Crop } from '../../../../engine/figure/camera/crops.ts';
import { cropsOf, isRenderType, renderTypeNames } from '../../../../engine/figure/render-types.ts';
import type { SheetForm } from '../../player-info/service.ts';
import {
  defineService,
  type CompatQuery,
  type CompatRender,
  type CompatRow,
  type Looks,
} from '../define-service.ts';
import { plainId, profileRow } from '../read-profile.ts';
import {
  bounds,
  boxed,
  clampedNumber,
  drawn,
  high,
  isOn,
  isOnByDefault,
  notOffered,
  sheet,
} from '../read-values.ts';

/** The original's full figures are 1159 high; ours end at 1024. */
const standardPx = { full: bounds.maxPx, bust: 512, face: 512 } as const satisfies Record<
  Crop,
  number
>;

const sheetForms = {
  default: 'original',
  processed: 'processed',
  barebones: 'barebones',
} as const satisfies Record<string, SheetForm>;

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

function renderOf(type: string, crop: string, query: CompatQuery): CompatRender {
  const looks = looksOf(type, crop);
  const side = (name: keyof CompatQuery, standard: number): number =>
    clampedNumber(query[name], { min: 16, max: bounds.maxPx, standard });
  const heightPx = side('cameraHeight', standardPx[looks[1]]);
  const options: CompatRender['options'] = {
    shadow: isOn(query, 'dropShadow'),
    cape: isOnByDefault(query, 'capeEnabled'),
    ...(query.cameraFOV !== undefined && { fov: clampedNumber(query.cameraFOV, fovs) }),
    ...(isOn(query, 'borderHighlight') && outlineOf(query)),
    ...((query.skinType === 'slim' || query.skinType === 'alex') && { model: 'slim' }),
  };
  return query.cameraWidth === undefined
    ? high(looks, heightPx, options)
    : boxed(looks, { widthPx: side('cameraWidth', heightPx), heightPx }, options);
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
  const form = Object.entries(sheetForms).find(([name]) => name === crop)?.[1];
  if (form !== undefined) return form;
  const known = Object.keys(sheetForms).join(', ');
  throw badRequest(`path.path: the crop of a skin must be one of ${known}`);
}

const render: CompatRow = {
  aliases: ['skin-render'],
  after: '/{type}/{player}/{crop}?cameraHeight=512',
  shows:
    'every type and crop, `skin` with `default`, `processed` and `barebones`; `skinUrl` draws another skin; their wallpapers, lights, camera positions and models of one’s own are not drawn; also under their older name `skin-render`',
  size: '`cameraWidth`, `cameraHeight` 16–1024: 1024 for a whole figure, else 512',
  read: ({ pathValues, query }) => {
    const [type = '', player, crop = '', ...rest] = pathValues.map((segment, index) =>
      index === 1 ? segment : segment.toLowerCase(),
    );
    if (player === undefined || crop === '' || rest.length > 0) return null;
    if (type === 'skin') return sheet(player, { form: sheetFormOf(crop) });
    const { skinUrl } = query;
    return drawn(player, renderOf(type, crop, query), { hasFallback: false, skinUrl });
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
