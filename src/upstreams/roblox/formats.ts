import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

// The platform's responses, as far as they are used. Other fields may be anything.

const id = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const name = Type.String({ maxLength: 256 });
const text = Type.String({ maxLength: 20_000 });
const time = Type.String({ maxLength: 40 });
/** A field that is absent, or null. */
const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([Type.Null(), schema]));
const listOf = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema, { maxItems: 200 }) });

const user = { id, name, displayName: name, hasVerifiedBadge: Type.Boolean() };
const game = Type.Object({
  id,
  rootPlaceId: id,
  name,
  description: maybe(text),
  creator: Type.Object({
    id,
    name,
    type: name,
    hasVerifiedBadge: maybe(Type.Boolean()),
  }),
  playing: maybe(count),
  visits: maybe(count),
  favoritedCount: maybe(count),
  maxPlayers: maybe(count),
  genre: maybe(name),
  created: time,
  updated: time,
});
const votes = Type.Object({ id, upVotes: count, downVotes: count });

export type WireUser = Static<Type.TObject<typeof user>>;
export type WireGame = Static<typeof game>;
export type WireVotes = Static<typeof votes>;

export const shapes = {
  usersByName: Compile(listOf(Type.Object({ ...user, requestedUsername: name }))),
  usersById: Compile(listOf(Type.Object(user))),
  user: Compile(
    Type.Object({ ...user, description: maybe(text), created: time, isBanned: Type.Boolean() }),
  ),
  cloudUser: Compile(
    Type.Object({
      id: Type.String(),
      name,
      displayName: name,
      about: maybe(text),
      createTime: time,
    }),
  ),
  count: Compile(Type.Object({ count })),
  pictures: Compile(
    listOf(
      Type.Object({
        requestId: maybe(name),
        targetId: id,
        state: name,
        imageUrl: maybe(Type.String({ maxLength: 2048 })),
      }),
    ),
  ),
  cloudPicture: Compile(
    Type.Object({
      done: maybe(Type.Boolean()),
      response: maybe(Type.Object({ imageUri: maybe(Type.String({ maxLength: 2048 })) })),
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
            imageUrl: maybe(Type.String({ maxLength: 2048 })),
          }),
          { maxItems: 100 },
        ),
      }),
    ),
  ),
  universe: Compile(Type.Object({ universeId: maybe(id) })),
  games: Compile(listOf(game)),
  votes: Compile(listOf(votes)),
  badges: Compile(
    Type.Object({
      nextPageCursor: maybe(Type.String({ maxLength: 512 })),
      data: Type.Array(
        Type.Object({
          id,
          name,
          description: maybe(text),
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
      description: maybe(text),
      owner: maybe(Type.Object({ userId: id, username: name, displayName: maybe(name) })),
      memberCount: count,
      hasVerifiedBadge: maybe(Type.Boolean()),
    }),
  ),
  groupByName: Compile(listOf(Type.Object({ id, name, memberCount: maybe(count) }))),
  groupsById: Compile(listOf(Type.Object({ id, created: maybe(time) }))),
} as const;
