import { heldConnections } from './support/held-connections.ts';
import { heldAnimations } from './support/held-animations.ts';
import { heldMessages } from './support/held-messages.ts';
import { heldReading } from './support/held-reading.ts';
import type { Report } from './support/report.ts';

const watchedMs = Number(process.env.HELD_SECONDS ?? 40) * 1000;
const ofOne = (client: number): string => `127.70.0.${client}`;
const ofMany = (client: number): string => `127.70.${client}.1`;

/** By id of their rows, each with a service of its own. */
const parts: Readonly<Record<string, (id: string) => Promise<Report>>> = {
  'held/idle-network': (id) => heldConnections(id, 'one network', ofOne, watchedMs / 3),
  'held/idle-networks': (id) => heldConnections(id, 'twenty networks', ofMany, watchedMs / 3),
  'held/unread-network': (id) => heldReading(id, 'one network', ofOne, watchedMs),
  'held/unread-networks': (id) => heldReading(id, 'five networks', ofMany, watchedMs),
  'held/messages': heldMessages,
  'held/films-6': (id) => heldAnimations(id, 6),
  'held/films-12': (id) => heldAnimations(id, 12),
};

/** Clients that hold as much as they can of what all share: whether others still get theirs. */
export async function run(): Promise<Report> {
  const reports: Report[] = [];
  for (const [id, part] of Object.entries(parts)) {
    reports.push(await part(id).catch((error: unknown) => failed(id, String(error))));
  }
  return {
    rows: reports.flatMap(({ rows }) => rows),
    remarks: reports.flatMap(({ remarks = [] }) => remarks),
  };
}

const failed = (id: string, problem: string): Report => ({ rows: [{ id, what: id, problem }] });
