import { errorsGuide } from './errors.ts';
import { familyGuide } from './family.ts';
import type { Guide } from './guide.ts';
import { limitsGuide } from './limits.ts';
import { scenesGuide } from './scenes.ts';
import { selfHostGuide } from './self-host.ts';

/** Guides by path, in the order in which they are listed. */
export const guides: ReadonlyMap<string, Guide> = new Map([
  ['/docs/scenes', scenesGuide],
  ['/docs/limits', limitsGuide],
  ['/docs/errors', errorsGuide],
  ['/docs/self-host', selfHostGuide],
  [
    '/docs/roblox',
    familyGuide('/api/roblox', {
      title: { en: 'Roblox', pt: 'Roblox', es: 'Roblox' },
      lead: {
        en: 'Roblox users, pictures, games and groups.',
        pt: 'Usuários, imagens, jogos e grupos do Roblox.',
        es: 'Usuarios, imágenes, juegos y grupos de Roblox.',
      },
    }),
  ],
  [
    '/docs/chat',
    familyGuide('/api/chat', {
      title: { en: 'Discord', pt: 'Discord', es: 'Discord' },
      lead: {
        en: 'Discord webhooks, invites and servers.',
        pt: 'Webhooks, convites e servidores do Discord.',
        es: 'Webhooks, invitaciones y servidores de Discord.',
      },
    }),
  ],
]);
