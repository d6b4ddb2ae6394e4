import { runKillScenario, type KillOutcome } from '../test/support/kill-scenario.ts';
import { valueRow, type Measured, type Report } from './support/report.ts';

const webhooks = 200;
const messages = Number(process.env.QUEUE_MESSAGES ?? 10_000);

const kills = [
  { at: 0.25, what: 'instance' },
  { at: 0.45, what: 'redis' },
  { at: 0.65, what: 'instance' },
] as const;

/**
 * Queues messages for many webhooks at two instances, and kills both and Redis once while pictures are
 * drawn: whether all arrive, once, in order, and within Discord's limits.
 */
export async function run(): Promise<Report> {
  const startMs = performance.now();
  const outcome = await runKillScenario({
    webhooks,
    messagesEach: Math.ceil(messages / webhooks),
    kills,
  });
  const seconds = (performance.now() - startMs) / 1000;
  const accepted = [...outcome.accepted.values()].flat().length;
  return {
    rows: rowsOf(outcome),
    remarks: [
      `${accepted} messages were answered 202 and ${outcome.uncertain.size} were in progress at what was killed, over ${webhooks} webhooks; two instances and Redis were killed and started again; ${seconds.toFixed(0)} s in all, of which 40 messages a second are the most.`,
      `${outcome.repeats} calls repeated the nonce of a message that an instance had sent and was killed before it noted so.`,
      `${outcome.pictures} pictures were drawn meanwhile${failuresOf(outcome)}.`,
    ],
  };
}

/** Statuses of failed pictures, with their numbers. */
function failuresOf({ failures }: KillOutcome): string {
  const counts = Map.groupBy(failures, (failure) => failure);
  const told = [...counts].map(([failure, { length }]) => `${length} × ${failure}`);
  return told.length === 0 ? '' : `, and failed: ${told.join(', ')}`;
}

function rowsOf(outcome: KillOutcome): readonly Measured[] {
  const { accepted, arrived, uncertain } = outcome;
  const lists = [...accepted].map(([webhook, contents]) => {
    const all = arrived.get(webhook) ?? [];
    return { contents, all, sure: all.filter((content) => !uncertain.has(content)) };
  });
  const count = (of: (list: (typeof lists)[number]) => number) =>
    lists.reduce((sum, list) => sum + of(list), 0);
  const none = (id: string, what: string, value: number) =>
    valueRow({ id: `queue/${id}`, what, value, unit: 'messages', target: { atMost: 0 } });
  return [
    none(
      'lost',
      'accepted but never delivered',
      count(({ contents, all }) => contents.filter((one) => !all.includes(one)).length),
    ),
    none(
      'twice',
      'delivered twice, with nonces enforced',
      count(({ all }) => all.length - new Set(all).size),
    ),
    none(
      'disorder',
      'delivered out of order for their webhook',
      count(({ contents, sure }) => sure.filter((one, at) => one !== contents[at]).length),
    ),
    none('refused', 'sent above the limit of a webhook (429)', outcome.refusals),
    none('waiting', 'queues that still contain a message at the end', outcome.waiting),
    none('failures', 'other requests that failed', outcome.failures.length),
    valueRow({
      id: 'queue/second',
      what: 'most messages within any second',
      value: outcome.mostInASecond,
      unit: 'messages',
      target: { atMost: 50 },
    }),
  ];
}
