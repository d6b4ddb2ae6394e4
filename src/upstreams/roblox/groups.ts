import { createBatcher } from '../../common/async/batcher.ts';
import type { CacheContext } from '../../common/cache/context.ts';
import type { RobloxGroup } from './cached.ts';
import { shapes } from './formats.ts';
import { batchWindowMs } from './people.ts';
import type { RobloxParts } from './platform.ts';

export type GroupReference = { readonly id: number } | { readonly name: string };

export type Groups = ReturnType<typeof createGroups>;

const maxGroups = 100;

export function createGroups({ platform, caches, clock }: RobloxParts) {
  const createdOf = createBatcher<{ readonly created: string | null }>({
    windowMs: batchWindowMs,
    maxKeys: maxGroups,
    clock,
    reserve: (clients) => platform.reserve(['groupsById'], clients),
    load: async (ids) => {
      const call = { pathValue: ids.join(','), shape: shapes.groupsById };
      const found = await platform.call('groupsById', call);
      return new Map(
        found?.data.map((group) => [String(group.id), { created: group.created ?? null }]),
      );
    },
  });

  async function load(id: number, client: string): Promise<RobloxGroup | null> {
    const pathValue = String(id);
    const [group, dates] = await Promise.all([
      platform.call('group', { pathValue, clients: [client], shape: shapes.group }),
      createdOf(pathValue, client).catch(() => null),
    ]);
    return (
      group && {
        id: group.id,
        name: group.name,
        description: group.description ?? '',
        owner: group.owner ? { id: group.owner.userId, name: group.owner.username } : null,
        members: group.memberCount,
        created: dates?.created ?? null,
        verified: group.hasVerifiedBadge ?? false,
      }
    );
  }

  /** The search also finds similar names; only an exact match counts. */
  async function loadId(name: string, client: string): Promise<{ readonly id: number } | null> {
    const call = { pathValue: name, clients: [client], shape: shapes.groupByName };
    const found = await platform.call('groupByName', call);
    const exact = found?.data.find((group) => group.name.toLowerCase() === name.toLowerCase());
    return exact === undefined ? null : { id: exact.id };
  }

  return {
    find: async (group: GroupReference, context: CacheContext): Promise<RobloxGroup | null> => {
      const found =
        'id' in group
          ? group
          : await caches.groupNames.get(
              group.name.toLowerCase(),
              (client) => loadId(group.name, client),
              context,
            );
      if (found === null) return null;
      return caches.groups.get(String(found.id), (client) => load(found.id, client), context);
    },
  };
}
