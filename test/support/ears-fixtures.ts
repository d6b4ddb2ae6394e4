import type { EarsFeatures } from '../../src/render/sheet/ears/features.ts';

/** A sheet that a fork of the Ears mod tests its readers with, and what version 1.4.7 of the mod reads from it. */
export type EarsFixture = {
  /** The texels of the configuration, as `AARRGGBB`; those of version 1 go on with opaque black. */
  readonly config: string;
  /** First half of the SHA-256 of red, green and blue of all texels. */
  readonly rgb: string;
  /** What it says besides the defaults; `null` if it says nothing at all. */
  readonly says: Partial<EarsFeatures> | null;
  /** What later versions of the mod read otherwise. */
  readonly today?: Partial<EarsFeatures>;
};

const tail = (mode: NonNullable<EarsFeatures['tail']>['mode'], ...bendsDegrees: number[]) => ({
  mode,
  bendsDegrees,
  isMoving: true,
});

/** All 53 of them, by their names (https://github.com/DaisyCatTs/Ears, `tests/fixtures`). */
export const earsFixtures = {
  empty: { rgb: '087fe7af14a1a615', config: '', says: null },
  'ears-above': { rgb: '3167cac1ae5b76dc', config: 'ffea2501 ff000400', says: { ears: 'above' } },
  'ears-sides': { rgb: '14e6e6f1fad9523d', config: 'ffea2501 ff001000', says: { ears: 'sides' } },
  'ears-behind': { rgb: 'f3d43fff84baaa39', config: 'ffea2501 ff001c00', says: { ears: 'behind' } },
  'ears-around': { rgb: '87fbb6c5392472b1', config: 'ffea2501 ff002800', says: { ears: 'around' } },
  'ears-floppy': { rgb: 'c7f94643eeae8f71', config: 'ffea2501 ff003400', says: { ears: 'floppy' } },
  'ears-cross': { rgb: '1032d479e7258d87', config: 'ffea2501 ff004000', says: { ears: 'cross' } },
  'ears-out': { rgb: 'af3a83a17208c0f4', config: 'ffea2501 ff004c00', says: { ears: 'out' } },
  'ears-tall': { rgb: '01da1ccb64cadac3', config: 'ffea2501 ff005800', says: { ears: 'tall' } },
  'ears-tall-cross': {
    rgb: 'fecc133bb9725090',
    config: 'ffea2501 ff006400',
    says: { ears: 'tall_cross' },
  },
  'ears-above-center': {
    rgb: '3167cac1ae5b76dc',
    config: 'ffea2501 ff000400',
    says: { ears: 'above' },
  },
  'ears-above-front': {
    rgb: '9d003d195d07d866',
    config: 'ffea2501 ff000800',
    says: { ears: 'above', anchor: 'front' },
  },
  'ears-above-back': {
    rgb: 'e93aa52734d34470',
    config: 'ffea2501 ff000c00',
    says: { ears: 'above', anchor: 'back' },
  },
  claws: {
    rgb: '0e1677271fb1c948',
    config: 'ffea2501 ff000600',
    says: { ears: 'above', claws: true },
  },
  horn: {
    rgb: 'c672098885dd7f10',
    config: 'ffea2501 ff000500',
    says: { ears: 'above', crown: 'horn' },
  },
  'claws-and-horn': {
    rgb: '450428f1b8b3c74b',
    config: 'ffea2501 ff000700',
    says: { ears: 'above', claws: true, crown: 'horn' },
  },
  'tail-down': {
    rgb: '165ae39555768dda',
    config: 'ffea2501 ff000021 ff500000',
    says: { tail: tail('down', 30) },
  },
  'tail-back': {
    rgb: 'ca28eb19e4c10484',
    config: 'ffea2501 ff000041 ff500000',
    says: { tail: tail('back', 30) },
  },
  'tail-up': {
    rgb: '39779269c4753f0a',
    config: 'ffea2501 ff000061 ff500000',
    says: { tail: tail('up', 30) },
  },
  'tail-vertical': {
    rgb: 'c31b4c225cfe99f8',
    config: 'ffea2501 ff000081 ff500000',
    says: { tail: tail('vertical', 30) },
  },
  'tail-cross': {
    rgb: '16ece566db2bad61',
    config: 'ffea2501 ff0000a1 ff500000',
    says: { tail: tail('cross', 30) },
  },
  'tail-cross-overlap': {
    rgb: 'e602eaeeb0f626f2',
    config: 'ffea2501 ff0000c1 ff500000',
    says: { tail: tail('cross_overlap', 30) },
  },
  'tail-star': {
    rgb: '17ef6a4b9fc7a1b7',
    config: 'ffea2501 ff0000e1 ff500000',
    says: { tail: tail('star', 30) },
  },
  'tail-star-overlap': {
    rgb: '56bb646ec8483a97',
    config: 'ffea2501 ff000001 ff500000',
    says: { chest: 0.322581 },
  },
  'tail-4-segments': {
    rgb: '2b7a02a0c74734f4',
    config: 'ffea2501 ff000039 fffbefff ff800000',
    says: { tail: tail('down', 44.285713, -44.285713, 90, -90) },
  },
  'tail-extreme-bends': {
    rgb: '81ec065ebd1b5e00',
    config: 'ffea2501 ff00005b fff7ffff ff800000',
    says: { tail: tail('back', 90, 90, -90, -90) },
  },
  'snout-min': {
    rgb: '3434bf2b02fdf658',
    config: 'ffea2501 ff000004',
    says: { snout: { width: 1, height: 1, depth: 1, offset: 0 } },
  },
  'snout-max': {
    rgb: 'af35d394cbb5bc6b',
    config: 'ffea2501 ff00001f ffe00000',
    says: { snout: { width: 7, height: 4, depth: 8, offset: 0 } },
  },
  'snout-offset': {
    rgb: '73765733d4cb3e5c',
    config: 'ffea2501 ff000011 ff500000',
    says: { snout: { width: 4, height: 2, depth: 3, offset: 4 } },
  },
  'snout-zero-width': { rgb: '4e08239994e38189', config: 'ffea2501', says: {} },
  'chest-half': { rgb: 'b79aa06b409ecef7', config: 'ffea2501 ff000002', says: { chest: 0.516129 } },
  'chest-full': {
    rgb: '1b42429499b77eef',
    config: 'ffea2501 ff000003 ffe00000',
    says: { chest: 1 },
  },
  'wings-symmetric-dual': {
    rgb: '11df2f0757b29ba5',
    config: 'ffea2501 ff000000 ff060000',
    says: { wings: { mode: 'symmetric_dual', motion: 'normal' } },
  },
  'wings-symmetric-single': {
    rgb: '0cf564f222f6e12c',
    config: 'ffea2501 ff000000 ff0a0000',
    says: { wings: { mode: 'symmetric_single', motion: 'normal' } },
  },
  'wings-asymmetric-l': {
    rgb: '7985a8fff15130b0',
    config: 'ffea2501 ff000000 ff0e0000',
    says: { wings: { mode: 'asymmetric_left', motion: 'normal' } },
  },
  'wings-asymmetric-r': {
    rgb: '475c7a578c73e5dc',
    config: 'ffea2501 ff000000 ff120000',
    says: { wings: { mode: 'asymmetric_right', motion: 'normal' } },
  },
  'wings-asymmetric-dual': {
    rgb: 'c8e5045215b63b4b',
    config: 'ffea2501 ff000000 ff160000',
    says: { wings: { mode: 'asymmetric_dual', motion: 'normal' } },
  },
  'wings-flat': {
    rgb: 'cbdf23b56d1e4172',
    config: 'ffea2501 ff000000 ff1a0000',
    says: { wings: { mode: 'flat', motion: 'normal' } },
  },
  'wings-not-animated': {
    rgb: '5117b490745609de',
    config: 'ffea2501 ff000000 ff040000',
    says: { wings: { mode: 'symmetric_dual', motion: 'none' } },
  },
  'wings-without-texture': {
    rgb: '11df2f0757b29ba5',
    config: 'ffea2501 ff000000 ff060000',
    says: {},
  },
  'wing-legacy-12x12': {
    rgb: '11df2f0757b29ba5',
    config: 'ffea2501 ff000000 ff060000',
    says: { wings: { mode: 'symmetric_dual', motion: 'normal' } },
  },
  cape: { rgb: 'f323f8b704b4b110', config: 'ffea2501 ff000000 ff020000', says: { cape: true } },
  emissive: {
    rgb: '71f1d22f493da39d',
    config: 'ffea2501 ff000400 ff010000',
    says: { ears: 'above', isEmissive: true },
  },
  everything: {
    rgb: 'd24b86f8592c63ef',
    config: 'ffea2501 ff002f39 ff59c2a3 ffc53c5e',
    says: {
      ears: 'around',
      anchor: 'front',
      claws: true,
      crown: 'horn',
      tail: tail('down', 30, -20, 14.285715, -10),
      snout: { width: 4, height: 2, depth: 3, offset: 3 },
      chest: 0.774194,
      wings: { mode: 'asymmetric_dual', motion: 'normal' },
      cape: true,
      isEmissive: true,
    },
  },
  'v0-basic': {
    rgb: 'e651d5c15cdfe446',
    config:
      'ff3f23d8 ff3f23d8 ff3f23d8 ff23d848 ff3f23d8 55000000 ff3f23d8 ff000000 ffd82350 ff3f23d8 ffd82350',
    says: { ears: 'above', claws: true, tail: tail('down', 30.234375) },
  },
  'v0-tail-star-overlap': {
    rgb: '855b6eafe0320a13',
    config:
      'ff3f23d8 ffd82350 ff3f23d8 ffd82350 ff5e605a 64b80000 ff3f23d8 ff000000 ffd82350 ff3f23d8 ffd82350',
    says: { tail: tail('star_overlap', 19.6875, 40.078125) },
  },
  'v0-snout-chest-cape': {
    rgb: 'e2bd4f5dfb4ba720',
    config:
      'ff3f23d8 ff23d848 ff3f23d8 ffd82350 ffd82350 ff3f23d8 ff030204 ff400210 ffd82350 ff3f23d8 ffd82350',
    says: {
      ears: 'sides',
      snout: { width: 3, height: 2, depth: 4, offset: 2 },
      chest: 0.5,
      cape: true,
    },
  },
  'v0-behind-null-anchor': {
    rgb: 'c0f77f9d6c6a72a3',
    config:
      'ff3f23d8 ffb923d8 ff3f23d8 ffd82350 ffd82350 ff3f23d8 ff3f23d8 ff000000 ffd82350 ff3f23d8 ffd82350',
    says: { ears: 'behind' },
  },
  'bad-no-magic': { rgb: '1b1257930a0eb12d', config: 'ff123456', says: null },
  'bad-v1-truncated': { rgb: '4e08239994e38189', config: 'ffea2501', says: {} },
  'bad-v1-all-ones': {
    rgb: '8c44bbcab3f8bf72',
    config:
      'ffea2501 ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff',
    // Versions of the mod since then read three more bits of the tail and two more of claws and horn.
    today: { claws: false, crown: 'none', tail: null },
    says: {
      claws: true,
      crown: 'horn',
      tail: tail('star', -90, -90, -90, -90),
      snout: { width: 7, height: 4, depth: 8, offset: 4 },
      chest: 1,
      cape: true,
      isEmissive: true,
    },
  },
  'bad-alfalfa-garbage': {
    rgb: '96209566526d17ad',
    config: 'ffea2501',
    says: {
      tail: tail('vertical', 0),
      snout: { width: 4, height: 2, depth: 1, offset: 0 },
      chest: 0.258065,
    },
  },
  'bad-64x32-skin': { rgb: '0809ba988d099b74', config: '', says: null },
} as const satisfies Record<string, EarsFixture>;
