import type { OpenArea } from '../../world/world.test.ts';
import { startFakeGeyser } from '../fake-geyser.ts';
import { skinFile } from '../skin-files.ts';

const texture = 'd00e'.repeat(16);
const xuid = '2535468413142004';
const uuid = '853c80ef3c3749fdaa49938b674adae6';

/** Who is asked for, by the names in a path; servers are offline. */
const asked = {
  name: 'jeb_',
  uuid,
  dashed: '853c80ef-3c37-49fd-aa49-938b674adae6',
  texture,
  xuid,
  host: 'offline.invalid',
} as const;

/** The doors of other services: a program asks for a path of one, and we see what it gets. */
export const open: OpenArea = async ({ startWorld, closeLater }) => {
  const geyser = await startFakeGeyser();
  closeLater(geyser);
  const { app, accounts } = await startWorld({ GEYSER_API_URL: geyser.url });
  accounts.addTexture(texture, skinFile(1));
  accounts.addPlayer({ name: asked.name, uuid, skin: { hash: texture }, cape: texture });
  const skin = { textureId: texture, isSteve: true };
  geyser.addPlayer({ xuid, gamertag: 'Some Player', skin });
  return async (input) => {
    const { path }: { path: string } = Object(input);
    const named = path.replaceAll(/\{(\w+)\}/g, (_, name) => Object(asked)[name]);
    const answer = await app.inject(`/api/compat/${named}`);
    const [type] = String(answer.headers['content-type']).split(';');
    const seen = { status: answer.statusCode, type };
    if (type !== 'application/json') return seen;
    const body = answer.json();
    return { ...seen, body, says: saidBy(body) };
  };
};

/** The kind of a refusal, or its sentence. */
function saidBy({ detail }: { readonly detail?: string }): string | undefined {
  if (detail?.startsWith('This is not offered here: ')) return 'not offered';
  if (detail?.includes(' has nothing at this path here. There is /')) return 'no such path';
  return detail;
}
