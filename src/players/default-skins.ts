import type { PlayerModel } from './player.ts';

export type DefaultSkin = {
  readonly character: string;
  readonly model: PlayerModel;
  /** Texture hash at the account service. */
  readonly hash: string;
};

type Row = { readonly character: string; readonly slim: string; readonly classic: string };

/** The nine default characters of the game, in the game's order. */
const characters: readonly Row[] = [
  {
    character: 'alex',
    slim: '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7',
    classic: '1abc803022d8300ab7578b189294cce39622d9a404cdc00d3feacfdf45be6981',
  },
  {
    character: 'ari',
    slim: '6ac6ca262d67bcfb3dbc924ba8215a18195497c780058a5749de674217721892',
    classic: '4c05ab9e07b3505dc3ec11370c3bdce5570ad2fb2b562e9b9dd9cf271f81aa44',
  },
  {
    character: 'efe',
    slim: 'fece7017b1bb13926d1158864b283b8b930271f80a90482f174cca6a17e88236',
    classic: 'daf3d88ccb38f11f74814e92053d92f7728ddb1a7955652a60e30cb27ae6659f',
  },
  {
    character: 'kai',
    slim: '226c617fde5b1ba569aa08bd2cb6fd84c93337532a872b3eb7bf66bdd5b395f8',
    classic: 'e5cdc3243b2153ab28a159861be643a4fc1e3c17d291cdd3e57a7f370ad676f3',
  },
  {
    character: 'makena',
    slim: '7cb3ba52ddd5cc82c0b050c3f920f87da36add80165846f479079663805433db',
    classic: 'dc0fcfaf2aa040a83dc0de4e56058d1bbb2ea40157501f3e7d15dc245e493095',
  },
  {
    character: 'noor',
    slim: '6c160fbd16adbc4bff2409e70180d911002aebcfa811eb6ec3d1040761aea6dd',
    classic: '90e75cd429ba6331cd210b9bd19399527ee3bab467b5a9f61cb8a27b177f6789',
  },
  {
    character: 'steve',
    slim: 'd5c4ee5ce20aed9e33e866c66caa37178606234b3721084bf01d13320fb2eb3f',
    classic: '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb',
  },
  {
    character: 'sunny',
    slim: 'b66bc80f002b10371e2fa23de6f230dd5e2f3affc2e15786f65bc9be4c6eb71a',
    classic: 'a3bd16079f764cd541e072e888fe43885e711f98658323db0f9a6045da91ee7a',
  },
  {
    character: 'zuri',
    slim: 'eee522611005acf256dbd152e992c60c0bb7978cb0f3127807700e478ad97664',
    classic: 'f5dddb41dcafef616e959c2817808e0be741c89ffbfed39134a13e75b811863d',
  },
];

/** All eighteen in the order of the rule below: the slim ones first, then the wide ones. */
export const defaultSkins: readonly DefaultSkin[] = (['slim', 'classic'] as const).flatMap(
  (model) => characters.map((row) => ({ character: row.character, model, hash: row[model] })),
);

/**
 * The default skin of an account without its own, by the game's rule.
 *
 * @param uuid 32 hex digits
 */
export function defaultSkinFor(uuid: string): DefaultSkin {
  const count = defaultSkins.length;
  const index = ((javaHash(uuid) % count) + count) % count;
  const skin = defaultSkins[index];
  if (skin === undefined) throw new RangeError('not the 32 hex digits of a UUID');
  return skin;
}

/**
 * `java.util.UUID.hashCode()`: high ⊕ low half, folded to a signed 32-bit integer. Folding is ⊕ of
 * the two 32-bit words of the result, so it is the ⊕ of all four words of the UUID.
 */
function javaHash(uuid: string): number {
  const words = [0, 8, 16, 24].map((start) => Number.parseInt(uuid.slice(start, start + 8), 16));
  return words.reduce((hash, word) => hash ^ word, 0);
}
