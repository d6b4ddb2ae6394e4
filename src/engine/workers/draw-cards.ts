import type { FontRegistry } from '../text/font-registry.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { decodePngOrNull } from '../image/decode-png.ts';
import { encodePng } from '../image/encode.ts';
import { drawFactsCard } from '../cards/facts-card.ts';
import { drawInviteCard } from '../cards/invite-card.ts';
import { drawServerCard } from '../cards/server-card.ts';
import { faceOf, headKey } from '../cards/heads.ts';
import { faceKey, type Faces } from '../cards/motd-lines.ts';
import type {
  InitialsJob,
  InviteCardJob,
  FactsCardJob,
  ServerCardJob,
} from '../cards/card-jobs.ts';
import { readSheet } from '../skin/sheet.ts';
import { readSkinHeader } from '../../common/png/texture-header.ts';
import { drawInitials } from '../cards/signs.ts';
import { ok } from './draw-caches.ts';
import { detachedBuffer } from './packed-image.ts';

const encoded = (image: RgbaImage) => ok(detachedBuffer(encodePng(image)));

/** The tasks of a worker that draw a card or an icon, as PNG. A new card is a new row. */
export function cardTasks(fonts: FontRegistry) {
  return {
    serverCard: (job: ServerCardJob) => {
      const { server } = job;
      const drawn = server && { ...server, icon: decoded(server.icon), faces: facesOf(job) };
      return encoded(drawServerCard(fonts, { ...job, server: drawn }));
    },
    factsCard: (job: FactsCardJob) =>
      encoded(drawFactsCard(fonts, { ...job, icon: decoded(job.icon) })),
    /** The card of an invite or a guild of the chat platform. */
    inviteCard: (job: InviteCardJob) => {
      const icon = decoded(job.icon);
      const banner = decoded(job.banner);
      return encoded(drawInviteCard(fonts, { ...job, icon, banner }));
    },
    /** An icon with the initials of a name. */
    initials: ({ name, sizePx }: InitialsJob) => encoded(drawInitials(fonts, name, sizePx)),
  };
}

/** Headers were checked when the files were loaded. */
const decoded = (png: Uint8Array | null) => png && decodePngOrNull(png);

/** The faces of player heads in the MOTD; none for an invalid skin. */
function facesOf({ server, heads }: ServerCardJob): Faces {
  const skins = new Map(heads.map(({ key, skin }) => [key, skin]));
  const faces = new Map<string, RgbaImage>();
  for (const { object } of server?.motd ?? []) {
    if (object?.kind !== 'head' || faces.has(faceKey(object))) continue;
    const skin = skins.get(headKey(object));
    const sheet = skin && isSmall(skin) ? readSheet(skin) : null;
    if (sheet?.ok === true) faces.set(faceKey(object), faceOf(sheet.value, object.hat));
  }
  return faces;
}

/** Sixteen of the largest skins would take half a second; accounts have one texel per unit. */
const maxTexelsPerUnit = 2;

function isSmall(skin: Uint8Array): boolean {
  const header = readSkinHeader(skin);
  return header.ok && header.value <= maxTexelsPerUnit;
}
