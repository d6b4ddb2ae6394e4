/** What a reference page is about. */
export type Topic = {
  readonly title: string;
  /** One or two sentences. */
  readonly lead: string;
};

/** By the part of the path that its routes share. */
const topics: Readonly<Record<string, Topic>> = {
  '/api/blockgame/render/composition': {
    title: 'Compose skins',
    lead: 'Up to ten players side by side in one transparent picture, their names below them.',
  },
  '/api/blockgame/render': {
    title: 'Player renders',
    lead: 'One player in one of many poses: the whole figure, a bust or the face, as PNG, WebP or AVIF.',
  },
  '/api/blockgame/player': {
    title: 'Player profiles',
    lead: 'Name, UUID, arm width and textures of a player, as JSON.',
  },
  '/api/blockgame/skin': {
    title: 'Skin sheets',
    lead: 'The sheet a player wears, as it is or as the game draws it.',
  },
  '/api/blockgame/cape': {
    title: 'Capes',
    lead: 'The cape a player wears, where there is one.',
  },
  '/api/blockgame/server': {
    title: 'Server status',
    lead: 'Who is online on a Java or Bedrock server: as a line of text, as JSON, as an icon or as a card for your page.',
  },
  '/api/compat': {
    title: 'Other services’ addresses',
    lead: 'Crafatar, Minotar, mc-heads.net, VZGE, NMSR and Starlight: change the host of an address, keep its path.',
  },
  '/api/roblox/user': {
    title: 'Roblox users',
    lead: 'What is known of a user of Roblox, by name or id, as JSON.',
  },
  '/api/roblox/users': {
    title: 'Roblox users at once',
    lead: 'Up to a hundred users of Roblox in one request, for game servers and leaderboards.',
  },
  '/api/roblox/game': {
    title: 'Roblox games',
    lead: 'How many play, visit and like a game of Roblox, as JSON, a line, a badge; its icon, pictures and badges.',
  },
  '/api/roblox/group': {
    title: 'Roblox groups',
    lead: 'A group of Roblox as JSON, icon and badge.',
  },
  '/api/roblox/render': {
    title: 'Roblox pictures',
    lead: 'The picture of a user of Roblox by name: the whole figure, a bust or the face, as PNG, WebP or AVIF; and up to ten of them in a group, players of Minecraft among them.',
  },
  '/api/roblox/render/avatar': {
    title: 'Roblox avatars',
    lead: 'The picture of a user of Roblox by name: the whole figure, a bust or the face, as PNG, WebP or AVIF; and up to ten of them in a group, players of Minecraft among them.',
  },
  '/api/roblox/render/composition': {
    title: 'Compose Roblox users',
    lead: 'Users of Roblox side by side, with Minecraft players too where you like.',
  },
  '/api/blockgame/render/types': {
    title: 'Poses as JSON',
    lead: 'Every pose, crop, scene, arrangement and size by name, for clients that offer a choice.',
  },
  '/api/chat/webhook/queue': {
    title: 'Queued messages',
    lead: 'What has become of a message that was queued for a Discord webhook.',
  },
  '/api/chat/invite': {
    title: 'Discord invites',
    lead: 'The server that an invite leads to: as JSON, as an icon, as a card with a button or as a badge for your page.',
  },
  '/api/chat/guild': {
    title: 'Discord servers',
    lead: 'What a server with its widget switched on shows of itself: as JSON, as a card or as a badge.',
  },
  '/api/chat/webhook': {
    title: 'Discord webhooks',
    lead: 'Passes messages on to a Discord webhook, for scripts that can’t reach Discord themselves.',
  },
};

/** What lies outside of the API is there for whoever runs the service. */
const service: Topic = { title: 'Service', lead: 'For those who run it.' };

/** What routes below this part of a path are about; a new one is called by its own path. */
export function topicOf(stem: string): Topic {
  if (!stem.startsWith('/api/')) return service;
  return topics[stem] ?? { title: stem, lead: `Everything below \`${stem}\`.` };
}
