import {
  deadScript,
  goodScript,
  invalidScript,
  learnScript,
  pausedScript,
  pauseScript,
  placeScript,
  standingScript,
  type Script,
} from './redis-scripts.ts';
import { boundedMs, boundedWindow, storeRules, type SharedStore } from './shared-store.ts';

/** Redis, as far as it is used here. */
export type ScriptRunner = {
  /** What the script answers; `undefined` when Redis is away. */
  readonly runScript: (
    script: Script,
    keys: readonly string[],
    args: readonly number[],
  ) => Promise<unknown>;
};

/** One tag in braces: all keys live on the same node of a cluster, as scripts with two keys need. */
const prefix = 'lineup:{chat}:1:';
const invalidKey = `${prefix}invalid`;
const windowKey = (key: string) => `${prefix}window:${key}`;
const webhookKey = (key: string) => `${prefix}webhook:${key}`;

/**
 * The store that instances share. Every step is one script, so that no two instances can take the
 * same place; times are those of the Redis server, so that the instances' clocks do not matter.
 *
 * Rejects when Redis is away or answers nonsense; see `createFallbackStore`.
 */
export function createRedisStore(redis: ScriptRunner): SharedStore {
  const { deadMs, longestDeadMs, offencesKeptMs, goodMs } = storeRules;
  const run = async (script: Script, keys: readonly string[], args: readonly number[]) => {
    const whole = args.map((value) => Math.ceil(value));
    const answer = await redis.runScript(script, keys, whole);
    if (answer === undefined) throw new Error('Redis is away');
    return answer;
  };
  return {
    look: async (key, { limit, windowMs }, behind) =>
      numberIn(await run(placeScript, [windowKey(key)], [limit, windowMs, -1, behind])),
    take: async (key, { limit, windowMs }, maxWaitMs) =>
      numberIn(await run(placeScript, [windowKey(key)], [limit, windowMs, maxWaitMs, 0])),
    learn: async (key, told) => {
      const { limit, used, resetAfterMs } = boundedWindow(told);
      await run(learnScript, [windowKey(key)], [limit, used, resetAfterMs]);
    },
    pause: async (key, { rule, forMs }) => {
      const { limit, windowMs } = rule;
      await run(pauseScript, [windowKey(key)], [limit, windowMs, boundedMs(forMs)]);
    },
    pausedFor: async (key) => numberIn(await run(pausedScript, [windowKey(key)], [])),
    standing: async (key) => {
      const { invalidSlotMs, invalidSlots } = storeRules;
      const slots = [invalidSlotMs, invalidSlots];
      const answer = await run(standingScript, [webhookKey(key), invalidKey], slots);
      const [deadForMs, isGood, invalidAnswers] = numbersIn(answer);
      return { deadForMs, isKnownGood: isGood === 1, invalidAnswers };
    },
    noteGood: async (key) => void (await run(goodScript, [webhookKey(key)], [goodMs])),
    noteDead: async (key) => {
      await run(deadScript, [webhookKey(key)], [deadMs, longestDeadMs, offencesKeptMs]);
    },
    noteInvalid: async () => {
      const { invalidSlotMs, invalidSlots } = storeRules;
      await run(invalidScript, [invalidKey], [invalidSlotMs, invalidSlots]);
    },
  };
}

function numberIn(answer: unknown): number {
  if (typeof answer !== 'number') throw new TypeError('not a number from Redis');
  return answer;
}

function numbersIn(answer: unknown): [number, number, number] {
  const [first, second, third] = Array.isArray(answer) ? answer : [];
  return [numberIn(first), numberIn(second), numberIn(third)];
}
