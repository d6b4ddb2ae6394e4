import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import type { Invite } from '../../../upstreams/discord/cached.ts';
import type { LoadGuildPicture, PictureName } from '../../../upstreams/discord/guild-pictures.ts';
import { palettes } from '../../../engine/cards/palette.ts';
import { inviteVersion, type InviteCardJob } from '../../../engine/cards/card-jobs.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import type { Pictured } from '../../http/responses.ts';
import { respondWith, type DrawingDeps } from '../../pictures/respond.ts';
import { isSampleGuild, readSamplePicture } from './find.ts';
import { iconOf } from './transform.ts';

type Deps = DrawingDeps & { readonly loadPicture: LoadGuildPicture };

type PictureNames = { readonly icon: PictureName | null; readonly banner: PictureName | null };

/** Pictures of a guild are not available: now, or at all. */
class MissingPicturesError extends Error {
  override readonly name = 'MissingPicturesError';
  /** Those that are not missing. */
  readonly rest: PictureNames;
  readonly isTemporary: boolean;

  constructor(rest: PictureNames, isTemporary: boolean) {
    super('pictures are missing');
    this.rest = rest;
    this.isTemporary = isTemporary;
  }
}

type Initials = { readonly name: string; readonly sizePx: number };
type Card = Omit<InviteCardJob, 'icon' | 'banner'>;

/** Draws icons and cards; without pictures that are not available, and then not to be cached. */
export function createDrawer({ drawing, pictures, loadPicture }: Deps) {
  const load = pictureLoader(loadPicture);

  function drawInitials(job: Initials, request: RequestContext, policy: CachePolicy = 'render') {
    const inputs = ['chat-initials', inviteVersion, job];
    const draw = () => drawing.draw('initials', job, request.context.client);
    return respondWith({ inputs, policy, pictures, load: draw }, request);
  }

  async function drawCard(
    job: Card,
    names: PictureNames,
    request: RequestContext,
    policy: CachePolicy = 'render',
  ): Promise<Pictured> {
    const { context } = request;
    const draw = async (): Promise<Uint8Array> => {
      const files = [load(names.icon, context), load(names.banner, context)] as const;
      const [icon, banner] = await Promise.all(files);
      if (icon !== 'failed' && banner !== 'failed') {
        return drawing.draw('inviteCard', { ...job, icon, banner }, context.client);
      }
      const rest = {
        icon: icon === 'failed' ? null : names.icon,
        banner: banner === 'failed' ? null : names.banner,
      };
      throw new MissingPicturesError(rest, true);
    };
    try {
      const inputs = ['chat-card', inviteVersion, job, names];
      return await respondWith({ inputs, policy, pictures, load: draw }, request);
    } catch (error) {
      if (!(error instanceof MissingPicturesError)) throw error;
      return drawCard(job, error.rest, request, 'never');
    }
  }

  return {
    /** The icon of a guild, or its initials. */
    icon: async (invite: Invite, sizePx: number, request: RequestContext) => {
      const name = iconOf(invite, sizePx);
      const initials = { name: invite.guild.name, sizePx };
      if (name === null) return drawInitials(initials, request);
      const loadIcon = async (): Promise<Uint8Array> => {
        const bytes = await load(name, request.context);
        if (bytes !== null && bytes !== 'failed') return bytes;
        throw new MissingPicturesError({ icon: null, banner: null }, bytes === 'failed');
      };
      try {
        const inputs = ['chat-icon', name];
        return await respondWith({ inputs, policy: 'render', load: loadIcon }, request);
      } catch (error) {
        if (!(error instanceof MissingPicturesError)) throw error;
        return drawInitials(initials, request, error.isTemporary ? 'never' : 'render');
      }
    },
    card: (job: Card, names: PictureNames, request: RequestContext) => {
      const banner = palettes[job.theme].hasBanner ? names.banner : null;
      return drawCard(job, { ...names, banner }, request);
    },
  };
}

/** Loads the bytes of a picture; `failed` if its host did not respond. */
const pictureLoader =
  (loadPicture: LoadGuildPicture) => async (name: PictureName | null, context: CacheContext) => {
    if (name === null) return null;
    if (isSampleGuild(name.guild)) return readSamplePicture(name.hash);
    return loadPicture(name, context).catch(() => 'failed' as const);
  };
