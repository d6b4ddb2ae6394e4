import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { absentOr } from '../net/read-json.ts';

// The platform's responses, as far as they are used. Other fields may be anything.

const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const name = Type.String({ maxLength: 256 });
const text = Type.String({ maxLength: 20_000 });
const time = Type.String({ maxLength: 40 });
const listOf = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema, { maxItems: 200 }) });

const user = { id, name, displayName: name, hasVerifiedBadge: Type.Boolean() };
const game = Type.Object({
  id,
  rootPlaceId: id,
  name,
  description: absentOr(text),
  creator: Type.Object({
    id,
    name,
    type: name,
    hasVerifiedBadge: absentOr(Type.Boolean()),
  }),
  playing: absentOr(count),
  visits: absentOr(count),
  favoritedCount: absentOr(count),
  maxPlayers: absentOr(count),
  genre: absentOr(name),
  created: time,
  updated: time,
});
const votes = Type.Object({ id, upVotes: count, downVotes: count });

export type WireUser = Static<Type.TObject<typeof user>>;
export type WireGame = Static<typeof game>;

const counted = Compile(Type.Object({ count }));

/** By endpoint. */
export const shapes = {
  usersByName: Compile(listOf(Type.Object({ ...user, requestedUsername: name }))),
  usersById: Compile(listOf(Type.Object(user))),
  user: Compile(
    Type.Object({ ...user, description: absentOr(text), created: time, isBanned: Type.Boolean() }),
  ),
  cloudUser: Compile(
    Type.Object({
      id: Type.String(),
      name,
      displayName: name,
      about: absentOr(text),
      createTime: time,
    }),
  ),
  friendCount: counted,
  followerCount: counted,
  pictures: Compile(
    listOf(
      Type.Object({
        requestId: absentOr(name),
        targetId: id,
        state: name,
        imageUrl: absentOr(Type.String({ maxLength: 2048 })),
      }),
    ),
  ),
  cloudPicture: Compile(
    Type.Object({
      done: absentOr(Type.Boolean()),
      response: absentOr(Type.Object({ imageUri: absentOr(Type.String({ maxLength: 2048 })) })),
    }),
  ),
  gamePictures: Compile(
    listOf(
      Type.Object({
        universeId: id,
        thumbnails: Type.Array(
          Type.Object({
            targetId: id,
            state: name,
            imageUrl: absentOr(Type.String({ maxLength: 2048 })),
          }),
          { maxItems: 100 },
        ),
      }),
    ),
  ),
  universe: Compile(Type.Object({ universeId: absentOr(id) })),
  games: Compile(listOf(game)),
  votes: Compile(listOf(votes)),
  badges: Compile(
    Type.Object({
      nextPageCursor: absentOr(Type.String({ maxLength: 512 })),
      data: Type.Array(
        Type.Object({
          id,
          name,
          description: absentOr(text),
          enabled: Type.Boolean(),
          created: time,
          statistics: Type.Object({ awardedCount: count, winRatePercentage: Type.Number() }),
        }),
        { maxItems: 100 },
      ),
    }),
  ),
  group: Compile(
    Type.Object({
      id,
      name,
      description: absentOr(text),
      owner: absentOr(Type.Object({ userId: id, username: name, displayName: absentOr(name) })),
      memberCount: count,
      hasVerifiedBadge: absentOr(Type.Boolean()),
    }),
  ),
  groupByName: Compile(listOf(Type.Object({ id, name, memberCount: absentOr(count) }))),
  groupsById: Compile(listOf(Type.Object({ id, created: absentOr(time) }))),
} as const;
