import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import type { Invite } from '../../../upstreams/discord/cached.ts';
import type { LoadGuildPicture, PictureName } from '../../../upstreams/discord/guild-pictures.ts';
import { palettes } from '../../../engine/cards/palette.ts';
import { inviteVersion, type InviteCardJob } from '../../../engine/cards/card-jobs.ts';
import { respondWith, type Validated, type DrawingDeps } from '../../pictures/respond.ts';
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

type Card = Omit<InviteCardJob, 'icon' | 'banner'>;

/** Draws icons and cards; without pictures that are not available, and then not to be cached. */
export function createDrawer(deps: Deps) {
  return {
    /** The icon of a guild, or its initials. */
    icon: (invite: Invite, sizePx: number, request: RequestContext) => {
      const name = iconOf(invite, sizePx);
      const own = initials(deps, { name: invite.guild.name, sizePx }, request);
      return respondWith(name === null ? own : icon(deps, name, { own, request }), request);
    },
    card: (job: Card, names: PictureNames, request: RequestContext) => {
      const banner = palettes[job.theme].hasBanner ? names.banner : null;
      return respondWith(card(deps, job, { ...names, banner }, request), request);
    },
  };
}

/** The bytes of a picture; `failed` if its host did not respond. */
async function load({ loadPicture }: Deps, name: PictureName | null, context: CacheContext) {
  if (name === null) return null;
  if (isSampleGuild(name.guild)) return readSamplePicture(name.hash);
  return loadPicture(name, context).catch(() => 'failed' as const);
}

function initials(
  { drawing, pictures }: Deps,
  job: { readonly name: string; readonly sizePx: number },
  { context }: RequestContext,
): Validated {
  return {
    inputs: ['chat-initials', inviteVersion, job],
    policy: 'render',
    pictures,
    load: () => drawing.draw('initials', job, context.client),
  };
}

function icon(
  deps: Deps,
  name: PictureName,
  { own, request }: { readonly own: Validated; readonly request: RequestContext },
): Validated {
  return {
    inputs: ['chat-icon', name],
    policy: 'render',
    load: async () => {
      const bytes = await load(deps, name, request.context);
      if (bytes !== null && bytes !== 'failed') return bytes;
      throw new MissingPicturesError({ icon: null, banner: null }, bytes === 'failed');
    },
    fallback: (error) => {
      if (!(error instanceof MissingPicturesError)) throw error;
      return { ...own, policy: error.isTemporary ? 'never' : 'render' };
    },
  };
}

function card(deps: Deps, job: Card, names: PictureNames, request: RequestContext): Validated {
  const { drawing, pictures } = deps;
  const { context } = request;
  return {
    inputs: ['chat-card', inviteVersion, job, names],
    policy: 'render',
    pictures,
    load: async () => {
      const [iconFile, bannerFile] = await Promise.all([
        load(deps, names.icon, context),
        load(deps, names.banner, context),
      ]);
      if (iconFile !== 'failed' && bannerFile !== 'failed') {
        return drawing.draw(
          'inviteCard',
          { ...job, icon: iconFile, banner: bannerFile },
          context.client,
        );
      }
      const rest = {
        icon: iconFile === 'failed' ? null : names.icon,
        banner: bannerFile === 'failed' ? null : names.banner,
      };
      throw new MissingPicturesError(rest, true);
    },
    fallback: (error) => {
      if (!(error instanceof MissingPicturesError)) throw error;
      return { ...card(deps, job, error.rest, request), policy: 'never' };
    },
  };
}
