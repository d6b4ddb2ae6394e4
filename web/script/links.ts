import type { Item } from '../../src/service/site/front/lineup.ts';
import type { Kind } from './cards.ts';
import { decoded } from './decoded.ts';

// What an address is of, wherever it was copied: a game, a group, an invite, a server, a player.

export type Linked =
  | { readonly kind: 'card'; readonly of: Kind; readonly name: string }
  | { readonly kind: 'player'; readonly item: Item };

/** A site, what its paths look like, and what the first group of them is. */
type Form = readonly [site: RegExp, path: RegExp, read: (found: string) => Linked | null];

const card =
  (of: Kind) =>
  (name: string): Linked => ({ kind: 'card', of, name });
const server =
  (of: Kind) =>
  (found: string): Linked | null =>
    bareHost.test(found) ? card(of)(found) : null;
const player = (value: string): Linked => ({ kind: 'player', item: { value, label: '' } });
const robloxUser = (value: string): Linked => ({
  kind: 'player',
  item: { value, label: '', own: { type: 'roblox' } },
});

const roblox = /^(?:www\.|web\.|m\.)?roblox\.com$/;
const discord = /^(?:www\.|ptb\.|canary\.)?discord(?:app)?\.com$/;
const anySite = /./;

// Roblox has a language before its paths.
const forms: readonly Form[] = [
  [roblox, /^\/(?:[\w-]{2,5}\/)?games\/(\d+)/, card('game')],
  [roblox, /^\/(?:[\w-]{2,5}\/)?(?:groups|communities)\/(\d+)/, card('group')],
  [roblox, /^\/(?:[\w-]{2,5}\/)?users\/(\d+)/, robloxUser],
  [/^(?:www\.)?discord\.gg$/, /^\/(?:invite\/)?([\w-]+)\/?$/, card('invite')],
  [discord, /^\/invite\/([\w-]+)\/?$/, card('invite')],
  // A number after the name tells of its owners in turn.
  [/(?:^|\.)namemc\.com$/, /^\/profile\/([\w-]{1,36})(?:\.\d+)?\/?$/, player],
  [/^mine\.ly$/, /^\/([\w-]{1,36})(?:\.\d+)?\/?$/, player],
  [/^plancke\.io$/, /^\/hypixel\/player\/stats\/([\w-]{1,36})\/?$/, player],
  [/^(?:www\.)?(?:laby\.net|crafty\.gg)$/, /^\/@([\w-]{1,36})\/?$/, player],
  // Lists of servers that have the host in their addresses.
  [anySite, /\/bedrock\/([^/]{1,260})\/?$/, server('bedrock')],
  [anySite, /\/(?:server|servers|status|java|ip)\/([^/]{1,260})\/?$/, server('java')],
];

/** What looks like a host and is a file. */
const file = /\.(?:png|jpe?g|gif|webp|avif|svg|json|txt|html?|php|zip|jar)$/i;
/** A name with a dot in it or an IPv4 address, and a port. */
const bareHost =
  /^(?:(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}\.?|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/u;
const ipv6 = /^\[[\da-f:.]{2,45}\](?::\d{1,5})?$/i;
/** The default ports of Bedrock Edition. */
const bedrockPort = /:1913[23]$/;

/**
 * What a single address is of; `null` for anything else, such as a skin, a name or a list.
 * @param text as it was typed or pasted: with or without a scheme, perhaps in `<…>`
 */
export function linkedThing(text: string): Linked | null {
  const address = text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/[,;.]$/, '');
  if (address === '' || address.length > 2048 || /[\s,;@]/.test(address.replace('/@', '')))
    return null;
  const bare = address.replace(/^(?:https?|minecraft):\/\//i, '').replace(/\/$/, '');
  if (isHost(bare)) return card(bedrockPort.test(bare) ? 'bedrock' : 'java')(bare);
  if (!bare.includes('/')) return null;
  const url = URL.parse(`https://${bare}`);
  if (url === null) return null;
  for (const [site, path, read] of forms) {
    const [, found] = (site.test(url.hostname) && path.exec(decoded(url.pathname))) || [];
    const linked = found === undefined || file.test(found) ? null : read(found);
    if (linked !== null) return linked;
  }
  return null;
}

function isHost(text: string): boolean {
  return ipv6.test(text) || (bareHost.test(text) && !file.test(text));
}
