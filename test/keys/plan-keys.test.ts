import { test } from 'vitest';
import { planKey } from '../../src/engine/workers/worker-plans.ts';
import type { Figure } from '../../src/engine/figure/figure.ts';
import { expectKeys, type KeyInput } from '../support/keys.ts';

type Changes = Partial<Figure>;

/** A moment of a client's own motion. */
function ownMoment({ ms = 600, at = 300, phase = 0, animationFrames = 15 } = {}): Changes {
  const keys = [0, at].map((one) => ({ ms: one, pose: { parts: {} } }));
  return { motion: { motion: { ms, keys }, phase, animationFrames } };
}

const figure: Figure = {
  renderType: 'default',
  crop: 'full',
  model: 'classic',
  heightPx: 16,
  texelsPerUnit: 1,
};

const plans = {
  renderType: { different: [{ renderType: 'back' }] },
  crop: { different: [{ crop: 'bust' }, { crop: 'face' }] },
  heightPx: { different: [{ heightPx: 17 }] },
  yawDegrees: {
    different: [{ yawDegrees: 1 }, { yawDegrees: -1 }],
    equal: [[{}, { yawDegrees: 0 }]],
  },
  pitchDegrees: { different: [{ pitchDegrees: 1 }], equal: [[{}, { pitchDegrees: 0 }]] },
  rollDegrees: { different: [{ rollDegrees: 1 }], equal: [[{}, { rollDegrees: 0 }]] },
  fovDegrees: { different: [{ fovDegrees: 45 }], equal: [[{}, { fovDegrees: null }]] },
  overlay: {
    different: [{ overlay: 'none' }, { overlay: 'raised' }],
    equal: [[{}, { overlay: 'flat' }]],
  },
  shading: { different: [{ shading: false }], equal: [[{}, { shading: true }]] },
  shadow: { different: [{ shadow: true }], equal: [[{}, { shadow: false }]] },
  mirror: { different: [{ mirror: true }], equal: [[{}, { mirror: false }]] },
  wings: { different: [{ wings: true }], equal: [[{}, { wings: false }]] },
  smooth: { different: [{ smooth: true }], equal: [[{}, { smooth: false }]] },
  hold: { different: [{ hold: 'sword' }, { hold: 'torch' }], equal: [[{}, { hold: null }]] },
  holdLeft: { different: [{ holdLeft: 'sword' }], equal: [[{}, { holdLeft: null }]] },
  pose: {
    different: [{ pose: { parts: {} } }, { pose: { parts: { head: { turn: [10, 0, 0] } } } }],
    equal: [[{}, { pose: null }]],
  },
  motion: {
    different: [
      { motion: { motion: 'walk', phase: 0 } },
      { motion: { motion: 'walk', phase: 0.5 } },
      { motion: { motion: 'run', phase: 0 } },
      ownMoment(),
      ownMoment({ ms: 601 }),
      ownMoment({ at: 301 }),
      ownMoment({ phase: 0.5 }),
      ownMoment({ animationFrames: 16 }),
    ],
    equal: [[{}, { motion: null }]],
  },
  model: { different: [{ model: 'slim' }] },
  texelsPerUnit: { different: [{ texelsPerUnit: 2 }] },
  cape: {
    different: [{ cape: { texelsPerUnit: 1 } }, { cape: { texelsPerUnit: 2 } }],
    equal: [[{}, { cape: null }]],
  },
  upsideDown: { different: [{ upsideDown: true }], equal: [[{}, { upsideDown: false }]] },
  ears: { different: [{ ears: 'deadmau5' }], equal: [[{}, { ears: null }]] },
} as const satisfies Record<keyof Figure, KeyInput<Changes>>;

test('a plan has a key of everything that it depends on', async () => {
  await expectKeys<Changes>((changes) => planKey({ ...figure, ...changes }), {}, plans);
});
