import { describe, expect, test } from 'vitest';
import { linkedThing } from '../../web/script/links.ts';

describe('an address is', () => {
  test.each([
    ['https://www.roblox.com/games/920587237/Adopt-Me', 'game', '920587237'],
    ['roblox.com/de/games/920587237', 'game', '920587237'],
    ['https://www.roblox.com/games/920587237?privateServerLinkCode=1', 'game', '920587237'],
    ['https://www.roblox.com/groups/295182/Builders#!/about', 'group', '295182'],
    ['https://www.roblox.com/communities/295182/Builders', 'group', '295182'],
    ['m.roblox.com/games/1', 'game', '1'],
    ['web.roblox.com/communities/2', 'group', '2'],
    ['discord.gg/harbour', 'invite', 'harbour'],
    ['www.discord.gg/invite/harbour', 'invite', 'harbour'],
    ['https://canary.discord.com/invite/harbour', 'invite', 'harbour'],
    ['https://ptb.discordapp.com/invite/harbour', 'invite', 'harbour'],
    ['<https://discord.gg/harbour>', 'invite', 'harbour'],
    ['https://discord.com/invite/Har-bour_1/', 'invite', 'Har-bour_1'],
    ['https://discordapp.com/invite/harbour?event=1', 'invite', 'harbour'],
    ['play.example.net', 'java', 'play.example.net'],
    [' play.example.net:25566 ', 'java', 'play.example.net:25566'],
    ['https://play.example.net/', 'java', 'play.example.net'],
    ['play.example.net:19132', 'bedrock', 'play.example.net:19132'],
    ['minecraft://play.example.net:19133', 'bedrock', 'play.example.net:19133'],
    ['play.example.net:19134', 'java', 'play.example.net:19134'],
    ['münchen.example', 'java', 'münchen.example'],
    ['203.0.113.7:25565', 'java', '203.0.113.7:25565'],
    ['[2001:db8::1]:25565', 'java', '[2001:db8::1]:25565'],
    ['https://namemc.com/server/play.example.net', 'java', 'play.example.net'],
    ['https://mcsrvstat.us/server/play.example.net:25566', 'java', 'play.example.net:25566'],
    ['https://mcsrvstat.us/bedrock/play.example.net', 'bedrock', 'play.example.net'],
    ['https://mcstatus.io/status/java/play.example.net', 'java', 'play.example.net'],
    ['https://list.example/servers/play.example.net', 'java', 'play.example.net'],
    ['https://list.example/ip/203.0.113.7', 'java', '203.0.113.7'],
    ['https://lineup.example/server/bedrock/play.example.net', 'bedrock', 'play.example.net'],
  ])('%s', (address, of, name) => {
    expect(linkedThing(address)).toEqual({ kind: 'card', of, name });
  });

  test.each([
    ['https://namemc.com/profile/Notch.1', 'Notch', undefined],
    [
      'namemc.com/profile/069a79f4-44e9-4726-a5be-fca90e38aaf5',
      '069a79f4-44e9-4726-a5be-fca90e38aaf5',
      undefined,
    ],
    ['https://namemc.com/profile/Notch.1,', 'Notch', undefined],
    ['mine.ly/Notch.1', 'Notch', undefined],
    ['https://plancke.io/hypixel/player/stats/Notch', 'Notch', undefined],
    ['https://laby.net/@Notch', 'Notch', undefined],
    ['https://www.crafty.gg/@Notch', 'Notch', undefined],
    ['https://de.namemc.com/profile/Notch', 'Notch', undefined],
    ['https://www.roblox.com/users/156/profile', '156', 'roblox'],
  ])('%s', (address, value, type) => {
    expect(linkedThing(address)).toEqual({
      kind: 'player',
      item: { value, label: '', ...(type !== undefined && { own: { type } }) },
    });
  });

  test.each([
    '',
    'Notch',
    '.Steve 123',
    'Notch, jeb_',
    'play.example.net, Notch',
    'skin.png',
    '1.5',
    'https://skins.example/textures/notch.png',
    'https://textures.minecraft.net/texture/292009a4925b58f02c77dadc3ecef07ea4c7472f64e0fdc32ce5522489362680',
    'https://s.namemc.com/i/12345.png',
    'https://minecraftservers.example/server/12345',
    'https://minecraftservers.example/server/card.png',
    'somebody@example.net',
    'roblox:builderman',
    `${'a.'.repeat(2000)}net`,
  ])('none that is known: %s', (address) => {
    expect(linkedThing(address)).toBeNull();
  });
});
