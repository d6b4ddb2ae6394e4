import {
  coveredHeadCrops,
  highBust,
  lyingCrops,
  raisedHandsCrops,
  standingCrops,
} from './camera/crops.ts';
import { posterLight, softLight } from './camera/light.ts';
import { posed, view } from './posed-row.ts';

/**
 * Render types with a pose of their own, in the order in which users see them: the view, what the figure
 * does, and light and crops where they are not the usual ones. A new pose is a new row; `docs/poses.md`
 * describes how.
 *
 * Turns are [x, y, z] degrees. About x, positive swings an arm or leg to the front, and tips head or
 * body backwards; about y, positive turns to the player's left; about z, positive spreads the right arm
 * or leg, negative the left one. Elbows bend by positive, knees by negative degrees.
 */
export const poses = {
  // A parade: knee up to the belt, the other arm straight to the front, chest out.
  marching: posed(view(48, 8, 17, 54), {
    parts: {
      head: { turn: [6, -12, 0] },
      body: { turn: [4, 0, 0] },
      rightArm: { turn: [76, 0, -2], bend: 8, wrist: [-86, 0, 0] },
      leftArm: { turn: [-48, 0, -8], bend: 14, wrist: [12, 0, 0] },
      rightLeg: { turn: [-8, 0, 1] },
      leftLeg: { turn: [84, 0, -1], bend: -80 },
    },
    capeDegrees: 18,
    armsHolding: { rightArm: { turn: [2, 0, 24], bend: 44, wrist: [-40, 0, -14] } },
  }),
  walking: posed(view(38, 10, 17, 54), {
    parts: {
      head: { turn: [0, -6, 0] },
      body: { turn: [-3, 5, 0] },
      rightArm: { turn: [33, 0, 7], bend: 22, wrist: [-48, 0, -18] },
      leftArm: { turn: [-34, 0, -4], bend: 12, wrist: [12, 0, 0] },
      rightLeg: { turn: [-26, 0, 1], bend: -26 },
      leftLeg: { turn: [32, 0, -1], bend: -6 },
    },
    capeDegrees: 24,
  }),
  // Sneaking: knees bent, leaning far forward, eyes up under the brow.
  crouching: posed(view(44, 12, 12, 52), {
    parts: {
      head: { turn: [22, -8, 0] },
      body: { turn: [-32, 4, 0], shift: [0, 0, 1.5] },
      rightArm: { turn: [62, 0, 10], bend: 44, wrist: [-75, -11, 7] },
      leftArm: { turn: [44, 0, -10], bend: 64, wrist: [-76, 9, 1] },
      rightLeg: { turn: [38, -10, 4], bend: -84, shift: [0.4, 0, 1] },
      leftLeg: { turn: [76, 8, -4], bend: -82, shift: [-0.4, 0, 1] },
    },
    capeDegrees: 4,
    crops: highBust(standingCrops, 0.62),
    armsHolding: { rightArm: { turn: [30, 0, 24], bend: 30, wrist: [-34, 0, -6] } },
  }),
  // Arms folded: the right forearm above, its hand on the left arm, the left hand out below; weight on
  // one leg, chin up.
  crossed: posed(view(20, 8, 17, 56), {
    parts: {
      head: { turn: [6, -12, 0] },
      body: { turn: [3, 0, 0] },
      rightArm: {
        twist: -80,
        turn: [131, 0, 171],
        bend: 88,
        shift: [-1.2, 0.9, -0.4],
        wrist: [-142, 4, 93],
      },
      leftArm: {
        twist: 90,
        turn: [163, 0, -173],
        bend: 89,
        shift: [1.2, -0.6, -1.6],
        wrist: [-110, -6, -88],
      },
      rightLeg: { turn: [6, -8, 5] },
      leftLeg: { turn: [-4, 8, -4] },
    },
    armsHolding: {
      rightArm: { turn: [4, 0, 7], bend: 8, wrist: [-22, 0, 0] },
      leftArm: { turn: [4, 0, -7], bend: 8, wrist: [-22, 0, 0] },
    },
  }),
  // Sitting cross-legged, hands on the knees.
  criss_cross: posed(view(22, 16, 10, 50), {
    parts: {
      head: { turn: [0, -6, 0] },
      body: { turn: [4, 0, 0], shift: [0, -1.8, 0] },
      rightArm: { twist: -8, turn: [30, 0, 14], bend: 34, wrist: [-68, -6, -11] },
      leftArm: { twist: 8, turn: [30, 0, -14], bend: 34, wrist: [-68, 6, 11] },
      rightLeg: { twist: -84, turn: [88, -38, 0], bend: -104, shift: [1.2, 0, 0] },
      leftLeg: { twist: 84, turn: [86, 38, 0], bend: -104, shift: [-1.2, 0, 0.6] },
    },
    capeDegrees: 34,
    crops: highBust(standingCrops, 0.6),
  }),
  // Both fists in the air, off the ground for joy.
  cheering: posed(view(18, 4, 20, 54), {
    parts: {
      head: { turn: [16, -8, 0] },
      body: { turn: [6, 0, 0] },
      rightArm: { turn: [14, 0, 152], bend: 14, wrist: [19, -13, -155] },
      leftArm: { turn: [8, 0, -146], bend: 10, wrist: [9, 10, 147] },
      rightLeg: { turn: [54, -10, 10], bend: -88 },
      leftLeg: { turn: [-14, 4, -14], bend: -34 },
    },
    airUnits: 4,
    capeDegrees: 34,
    crops: raisedHandsCrops,
  }),
  // Sitting back on both hands, legs stretched out and crossed at the ankles.
  relaxing: posed(view(52, 16, 9, 54), {
    parts: {
      head: { turn: [16, -16, 0] },
      body: { turn: [32, 0, 0], shift: [0, -0.9, 0] },
      rightArm: { turn: [-62, 0, 12], wrist: [29, 11, -6] },
      leftArm: { turn: [-62, 0, -12], wrist: [29, -11, 6] },
      rightLeg: { turn: [90, -4, 0] },
      leftLeg: { turn: [132, 4, 0], bend: -112 },
    },
    capeDegrees: 66,
    crops: highBust(standingCrops, 0.32),
  }),
  // Dead tired: head and arms hang, feet drag.
  trudging: posed(view(34, 8, 15, 54), {
    parts: {
      head: { turn: [-26, -6, 6] },
      body: { turn: [-22, 4, 0], shift: [0, 0, 1] },
      rightArm: { turn: [30, 0, 4], bend: 4, wrist: [-20, 0, 0] },
      leftArm: { turn: [10, 0, -4], bend: 8, wrist: [-20, 0, 0] },
      rightLeg: { turn: [-22, 0, 1], bend: -18 },
      leftLeg: { turn: [26, 0, -1], bend: -24 },
    },
    capeDegrees: 0,
  }),
  // Crouched down small, both forearms laid over the head, eyes out from under them.
  cowering: posed(view(24, 8, 9, 50), {
    parts: {
      head: { turn: [-4, 8, -4], shift: [0, -4, -0.5] },
      body: { turn: [-18, 0, 0], shift: [0, 0, 1.5] },
      rightArm: { twist: -20, turn: [150, 0, 14], bend: 95 },
      leftArm: { twist: 20, turn: [150, 0, -14], bend: 95 },
      rightLeg: { turn: [102, -16, 0], bend: -114, shift: [0, 0, 1] },
      leftLeg: { turn: [97, 14, 0], bend: -114, shift: [0, 0, 1] },
    },
    capeDegrees: 0,
    crops: coveredHeadCrops,
  }),
  // One arm at full length, eyes along it, the other hand on the hip.
  pointing: posed(view(14, 8, 17, 54), {
    parts: {
      head: { turn: [2, 16, 0] },
      body: { turn: [-2, 10, 0] },
      rightArm: { twist: 77, turn: [-11, 0, 49], bend: 87, wrist: [-82, -53, 79] },
      leftArm: { twist: 82, turn: [37, 0, -102], bend: 3, wrist: [-80, 18, 65] },
      rightLeg: { turn: [-8, -6, 4] },
      leftLeg: { turn: [8, 8, -5] },
    },
  }),
  // In mid-air, blade arm drawn back, about to come down.
  lunging: posed(view(32, 4, 18, 50), {
    figure: { turn: [-14, 0, 0] },
    parts: {
      head: { turn: [14, -6, 0] },
      body: { turn: [-6, 14, 0] },
      rightArm: { twist: -127, turn: [-6, 0, 139], bend: 40, wrist: [173, -52, -16] },
      leftArm: { turn: [74, 0, -18], bend: 20, wrist: [-84, 17, 13] },
      rightLeg: { turn: [-36, 0, 4], bend: -44 },
      leftLeg: { turn: [86, 0, -4], bend: -78 },
    },
    airUnits: 5,
    capeDegrees: 40,
    crops: highBust(raisedHandsCrops, 0.62),
  }),
  // Game poster: feet apart, fist clenched, looking into the distance.
  dungeons: posed(view(24, -14, 13, 44), {
    parts: {
      head: { turn: [6, -14, 0] },
      body: { turn: [5, 10, 0] },
      rightArm: { twist: 79, turn: [-8, 0, 51], bend: 93, wrist: [-95, -48, 85] },
      leftArm: { twist: -79, turn: [-8, 0, -51], bend: 93, wrist: [-74, 46, -56] },
      rightLeg: { turn: [14, -12, 12], bend: -8 },
      leftLeg: { turn: [-12, 14, -12] },
    },
    capeDegrees: 24,
    light: posterLight,
    crops: highBust(standingCrops, 0.62),
    holds: { right: 'sword', left: 'torch' },
  }),
  facepalm: posed(view(-24, 8, 17, 54), {
    parts: {
      head: { turn: [-22, -6, 0] },
      body: { turn: [-6, 0, 0] },
      rightArm: { twist: 34, turn: [82, 6, 0], bend: 112, shift: [0, 0, -1], wrist: [175, 18, 31] },
      leftArm: { turn: [-6, 0, -5], wrist: [12, -1, 5] },
      rightLeg: { turn: [3, -4, 2] },
      leftLeg: { turn: [-3, 4, -3] },
    },
  }),
  // On its side, knees drawn up, one arm under the head.
  sleeping: posed(view(8, 26, 5, 64), {
    figure: { turn: [0, 0, -90] },
    parts: {
      head: { turn: [-8, 0, 28] },
      rightArm: {
        twist: -180,
        turn: [22, 0, -170],
        bend: 24,
        shift: [-1.6, 0, 0],
        wrist: [172, 1, 9],
      },
      leftArm: { twist: -60, turn: [9, 0, -3], bend: 20, wrist: [-42, 57, -27] },
      rightLeg: { turn: [34, 0, 0], bend: -52 },
      leftLeg: { turn: [58, 0, 16], bend: -88 },
    },
    capeDegrees: 4,
    crops: { full: lyingCrops.full, bust: lyingCrops.bust },
    armsHolding: { rightArm: { turn: [96, 0, 14], wrist: [-90, 0, 0] } },
    inScene: { yawDegrees: -12 },
  }),
  // Flat on its back as it fell: one hand on the belly, one arm flung out, one knee up.
  dead: posed(view(48, 42, 2, 60), {
    figure: { turn: [86, 0, 0] },
    parts: {
      head: { turn: [0, -36, 0], shift: [0, 0, -2] },
      rightArm: { twist: 60, turn: [8, 0, 22], bend: 75 },
      leftArm: { turn: [0, 0, -130], wrist: [0, 0, 130] },
      rightLeg: { turn: [0, 0, 12] },
      leftLeg: { turn: [52, 0, -16], bend: -100 },
    },
    capeDegrees: 0,
    crops: lyingCrops,
    armsHolding: { rightArm: { turn: [0, 0, 112], wrist: [0, 0, -112] } },
    inScene: { yawDegrees: 30 },
  }),
  // Full draw, side on: one arm straight to the target, the other hand at the cheek, its elbow high
  // behind it.
  archer: posed(view(0, 6, 17, 58), {
    parts: {
      head: { turn: [4, 42, 4] },
      body: { turn: [0, -30, -6] },
      rightArm: {
        twist: -49,
        turn: [21, 0, 124],
        bend: 120,
        shift: [0.5, 1.2, -2.2],
        wrist: [119, -44, 124],
      },
      leftArm: { turn: [16, 0, -98], wrist: [9, 45, 108] },
      rightLeg: { turn: [-8, -30, 18] },
      leftLeg: { turn: [10, 0, -20], bend: -8 },
    },
    capeDegrees: 16,
    holds: { left: 'bow' },
  }),
  kicking: posed(view(38, 8, 16, 54), {
    parts: {
      head: { turn: [-8, 0, 0] },
      body: { turn: [24, 12, 0] },
      rightArm: { twist: 24, turn: [-36, 0, 52], bend: 69, wrist: [-46, -41, -17] },
      leftArm: { twist: 10, turn: [44, 0, -34], bend: 88, wrist: [-159, 36, -10] },
      rightLeg: { turn: [106, 0, 4], bend: -4 },
      leftLeg: { turn: [-6, 0, -3], bend: -16 },
    },
    capeDegrees: 34,
    crops: highBust(standingCrops, 0.5),
  }),
  // Sitting, knees up, hands together as if they held a book.
  reading: posed(view(30, 10, 11, 50), {
    parts: {
      head: { turn: [-24, 0, 0] },
      body: { turn: [4, 0, 0], shift: [0, -1.8, 0] },
      rightArm: { twist: 26, turn: [18, 0, 8], bend: 79, wrist: [-102, -13, 27] },
      leftArm: { twist: -26, turn: [18, 0, -8], bend: 79, wrist: [-102, 13, -27] },
      rightLeg: { twist: -84, turn: [88, -38, 0], bend: -104, shift: [1.2, 0, 0] },
      leftLeg: { twist: 84, turn: [86, 38, 0], bend: -104, shift: [-1.2, 0, 0.6] },
    },
    capeDegrees: 34,
    holds: { right: 'book' },
    armsHolding: { rightArm: { twist: -8, turn: [30, 0, 14], bend: 34, wrist: [-68, -6, -11] } },
  }),
  // One foot up on the rock, fist on the hip, the other arm down at who stands below.
  high_ground: posed(view(22, -20, 15, 42), {
    parts: {
      head: { turn: [-8, 6, 0] },
      body: { turn: [-4, 8, 0] },
      rightArm: { twist: 76, turn: [-15, 0, 51], bend: 111, wrist: [-80, -32, 75] },
      leftArm: { twist: 80, turn: [41, 0, -66], wrist: [-81, -19, 54] },
      rightLeg: { turn: [-14, -10, 8] },
      leftLeg: { turn: [58, 12, -10], bend: -56 },
    },
    capeDegrees: 24,
    light: softLight,
    crops: highBust(standingCrops, 0.6),
  }),
  // The last blow: legs wide, both hands thrown to the front.
  ultimate: posed(view(30, -10, 18, 38), {
    figure: { turn: [-4, 0, -6] },
    parts: {
      head: { turn: [8, -16, 0] },
      body: { turn: [6, 10, 0] },
      rightArm: { twist: 25, turn: [-23, 0, 49], bend: 53, wrist: [-19, -44, -26] },
      leftArm: { twist: 0, turn: [16, 0, -130], bend: 22, wrist: [19, 19, 133] },
      rightLeg: { turn: [-24, -8, 8], bend: -34 },
      leftLeg: { turn: [78, 6, -6], bend: -92 },
    },
    airUnits: 6,
    capeDegrees: 42,
    light: posterLight,
    crops: highBust(standingCrops, 0.6),
  }),
  // On one foot, the other knee out to the side, palms up at shoulder height as if they juggled.
  clown: posed(view(12, 6, 17, 52), {
    figure: { turn: [0, 0, 6] },
    parts: {
      head: { turn: [8, -10, 16] },
      body: { turn: [4, 0, -4] },
      rightArm: { twist: -70, turn: [30, 0, 58], bend: 96, wrist: [-146, -48, -30] },
      leftArm: { twist: 70, turn: [30, 0, -82], bend: 84, wrist: [-165, 60, -2] },
      rightLeg: { turn: [6, -14, -2] },
      leftLeg: { twist: -56, turn: [40, 20, -44], bend: -92 },
    },
    capeDegrees: 20,
    crops: raisedHandsCrops,
  }),
  // Curled up round like a bauble that hangs from a thread: knees to the chest, arms about the shins.
  ornament: posed(view(28, 10, 12, 52), {
    figure: { turn: [0, 0, 12] },
    parts: {
      head: { turn: [2, -8, -10] },
      body: { turn: [-14, 0, 0], shift: [0, 0, 1.5] },
      rightArm: { twist: 24, turn: [40, 0, 18], bend: 44, wrist: [-72, -35, 16] },
      leftArm: { twist: -24, turn: [40, 0, -18], bend: 44, wrist: [-72, 35, -16] },
      rightLeg: { turn: [118, -6, 0], bend: -118 },
      leftLeg: { turn: [118, 6, 0], bend: -118 },
    },
    airUnits: 6,
    capeDegrees: 20,
    crops: highBust(standingCrops, 0.34),
    armsHolding: { rightArm: { turn: [16, 0, 34], bend: 40, wrist: [-40, 0, -6] } },
  }),
} as const;
