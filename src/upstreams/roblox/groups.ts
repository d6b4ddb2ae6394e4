import { unlessFailing, type CacheContext } from '../../common/cache/context.ts';
import type { RobloxGroup } from './cached.ts';
import type { RobloxParts } from './platform.ts';

export type GroupReference = { readonly id: number } | { readonly name: string };

export type Groups = ReturnType<typeof createGroups>;

const maxGroups = 100;

export function createGroups({ platform, caches }: RobloxParts) {
  const loadDate = platform.batch('groupsById', maxGroups, async (ids) => {
    const found = await platform.call('groupsById', { pathValue: ids.join(',') });
    return new Map(
      found?.data.map((group) => [String(group.id), { created: group.created ?? null }]),
    );
  });

  async function load(id: number, client: string): Promise<RobloxGroup | null> {
    const group = await platform.find('group', id, client);
    return (
      group && {
        id: group.id,
        name: group.name,
        description: group.description ?? '',
        owner: group.owner ? { id: group.owner.userId, name: group.owner.username } : null,
        members: group.memberCount,
        verified: group.hasVerifiedBadge ?? false,
      }
    );
  }

  /** The search also finds similar names; only an exact match counts. */
  async function loadId(name: string, client: string): Promise<{ readonly id: number } | null> {
    const found = await platform.find('groupByName', name, client);
    const exact = found?.data.find((group) => group.name.toLowerCase() === name.toLowerCase());
    return exact === undefined ? null : { id: exact.id };
  }

  return {
    /** When a group was created, from a separate endpoint; null if unknown, or if that is closed. */
    createdAt: async (id: number, context: CacheContext): Promise<string | null> => {
      const key = String(id);
      const found = caches.groupDates.get(key, (client) => loadDate(key, client), context);
      return (await unlessFailing(found, context))?.created ?? null;
    },
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
