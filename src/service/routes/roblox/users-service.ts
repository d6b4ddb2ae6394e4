import { hash } from 'node:crypto';
import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import { readEach } from '../../../common/errors/combine-errors.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { served, type Pictured } from '../../http/responses.ts';
import type { LinkedRequest } from '../../http/request-host.ts';
import type { Picture, Validated } from '../../pictures/respond.ts';
import type { RobloxProfile } from '../../../upstreams/roblox/cached.ts';
import type { People, UserCounts, UserReference } from '../../../upstreams/roblox/people.ts';
import { figureKinds, type RobloxPictures } from '../../../upstreams/roblox/pictures.ts';
import { parseUser, userAllowed } from '../../../upstreams/roblox/reference.ts';
import { found, parsed, pictureOf } from './responses.ts';
import { type UserResponse, type UsersBody } from './users-schema.ts';
import type { Drawing } from '../../queue/drawing.ts';
import { flatVersion, type FlatOptions } from '../../../engine/options/jobs.ts';
import type { Crop } from '../../../engine/figure/camera/crops.ts';

export type UsersParts = {
  readonly people: People;
  readonly robloxPictures: RobloxPictures;
  readonly drawing: Pick<Drawing, 'draw'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

type AvatarRequest = {
  readonly user: string;
  readonly crop: Crop;
  readonly options: FlatOptions;
  readonly hasFallback: boolean;
};

type Avatar = Pictured & Partial<Pick<Picture, 'fallbacks'>>;

/** Size of the pictures in a list. */
const listedPx = 420;

/** Every method throws LineupError: `bad-request`, `unknown-player`, `unknown-picture`, `upstream-…`. */
export function createUsers(parts: UsersParts) {
  const { people, robloxPictures } = parts;

  async function idOf(user: UserReference, context: CacheContext): Promise<number> {
    if ('id' in user) return user.id;
    return found(await people.find(user, context), 'unknown-player', 'path.user').id;
  }

  return {
    describe: async (user: string, request: LinkedRequest) => {
      const { context } = request;
      const id = await idOf(parsed(parseUser(user), 'path.user', userAllowed), context);
      const [profile, counts] = await Promise.all([
        people.profile(id, context),
        people.counts(id, context),
      ]);
      const known = found(profile, 'unknown-player', 'path.user');
      const isWhole = counts.followers !== null && counts.friends !== null;
      const response = describeUser(known, counts, request.baseUrl);
      return served(response, isWhole ? 'render' : 'status', request);
    },
    list: async ({ users, picture }: UsersBody, request: RequestContext) => {
      const references = readUsers(users);
      const known = await Promise.all(references.map((user) => people.find(user, request.context)));
      const address = (targetId: number) =>
        picture === undefined
          ? undefined
          : robloxPictures
              .address({ kind: figureKinds[picture], targetId, sizePx: listedPx }, request.context)
              // Users are returned even if their pictures are not available.
              .catch(() => null);
      const listed = known.map(async (user) => {
        if (user === null) return null;
        const { id, name, displayName, verified } = user;
        return { id, name, displayName, verified, picture: await address(id) };
      });
      return served(await Promise.all(listed), 'render', request);
    },
    avatar: async (avatar: AvatarRequest, request: RequestContext): Promise<Avatar> => {
      const user = parsed(parseUser(avatar.user), 'path.user', userAllowed);
      try {
        const targetId = await idOf(user, request.context);
        const kind = figureKinds[avatar.crop];
        const { sizePx } = avatar.options;
        const png = await robloxPictures.find({ kind, targetId, sizePx }, request.context);
        const shown = found(png, 'unknown-picture', 'path.user');
        return await draw(parts, { ...avatar, picture: shown }, request);
      } catch (error) {
        if (!(error instanceof LineupError) || !avatar.hasFallback) throw error;
        if (error.code === 'overloaded') throw error;
        const drawn = await draw(parts, { ...avatar, picture: avatar.crop }, request);
        // Temporary failures are not cached.
        const policy = error.status >= 500 ? 'never' : 'render';
        return { ...drawn, policy, fallbacks: [0] };
      }
    },
  };
}

export type Users = ReturnType<typeof createUsers>;

async function draw(
  { drawing, pictures }: Pick<UsersParts, 'drawing' | 'pictures'>,
  { options, picture }: Pick<AvatarRequest, 'options'> & { readonly picture: Uint8Array | Crop },
  request: RequestContext,
): Promise<Pictured> {
  const { outline, ...rest } = options;
  const shown = typeof picture === 'string' ? picture : hash('sha256', picture, 'base64url');
  const rim = outline && [outline.widthPx, outline.colour];
  const avatar: Validated = {
    inputs: ['roblox-avatar', flatVersion, shown, rest, rim],
    policy: 'render',
    pictures,
    load: async () => {
      const drawn = await drawing.draw('flat', { ...options, picture }, request.context.client);
      if (drawn !== null) return drawn;
      throw new LineupError('upstream-failed', 'Roblox sent a picture that is broken.');
    },
  };
  return pictureOf(avatar, request);
}

function readUsers(users: UsersBody['users']): UserReference[] {
  return readEach(users, (user, index) =>
    parsed(parseUser(String(user)), `body.users[${index}]`, userAllowed),
  );
}

function describeUser(
  { id, name, displayName, description, created, verified, banned }: RobloxProfile,
  { followers, friends }: UserCounts,
  baseUrl: string,
): UserResponse {
  const account = { id, name, displayName, description, created, verified, banned };
  return { ...account, followers, friends, avatar: avatarOf(id, baseUrl) };
}

function avatarOf(id: number, baseUrl: string): UserResponse['avatar'] {
  const address = (crop: Crop) => `${baseUrl}/api/roblox/render/avatar/${id}/${crop}`;
  return { full: address('full'), bust: address('bust'), face: address('face') };
}
