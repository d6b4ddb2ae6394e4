import { describe, expect, test } from 'vitest';
import { LineupError } from '../../errors/lineup-error.ts';
import type { CompatAnswer, CompatPicture, CompatStatus } from './picture.ts';
import { compatTable, isCompatService, readCompat, type CompatService } from './table.ts';

// What each path of another service orders of our renderer: the type and crop, the height that is drawn
// and the size it is fitted into, and the options that are not our defaults: their words on the left,
// ours on the right. Reviewed line by line; a change here is a change for whoever moves from a service.

/** In words: `front/face 104 in 100×100, bare, else default`. */
function ordered(picture: CompatAnswer | null): string {
  if (picture === null) return 'nothing';
  if (picture.kind === 'cape' || picture.kind === 'default-icon') return picture.kind;
  if (picture.kind === 'status') return statusWords(picture);
  if (picture.kind === 'profile') return `profile${picture.hasSheets ? ' with sheets' : ''}`;
  if (picture.kind === 'skin') {
    const others = picture.attempts.slice(1).map((one) => ` else ${nameOf(one ?? 'default')}`);
    return `${picture.form} sheet${picture.isDownload ? ' to save' : ''}${others.join('')}`;
  }
  return picture.attempts.map((figure) => figureWords(figure)).join(' | ');
}

function statusWords({ server, form }: CompatStatus): string {
  const { edition, host, query = false, timeout } = server;
  const words = [
    `${form.kind} of ${edition} ${host}`,
    query && 'with query',
    timeout !== undefined && `in ${timeout} s`,
    form.kind === 'widget' && form.theme,
    form.kind === 'widget' && form.title,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}

/** Textures that the services know by a name. */
function nameOf(player: string): string {
  return { [steve]: 'Steve', [alex]: 'Alex' }[player] ?? player;
}

const steve = '31f477eb1a7beee631c2ca64d06f8f68fa93a3386d04452ab27f43acdf1b60cb';
const alex = '46acd06e8483b176e8ea39fc12fe105eb3a2a4970f5100057e9d84d4b60bdfa7';

type Figure = Extract<CompatPicture, { kind: 'render' }>['attempts'][number];

function figureWords({ looks, box, options, player, skinUrl }: Figure): string {
  const { height, yaw = 0, pitch = 0, roll = 0, fov, outline, outline_width: rim } = options;
  const angles = [yaw, pitch, roll].some((angle) => angle !== 0);
  const words = [
    `${looks.join('/')} ${height}${box === null ? '' : ` in ${box.widthPx}×${box.heightPx}`}`,
    angles && `turned ${yaw + 0},${pitch + 0},${roll + 0}`,
    options.overlay === false && 'bare',
    options.cape === true && 'caped',
    options.shadow === true && 'shadow',
    options.shading === false && 'unlit',
    fov !== undefined && `fov ${fov}`,
    outline !== undefined && `outline ${outline} ${rim}`,
    options.model,
    options.format,
    options.fallback === 'default' && 'else default',
    player !== 'jeb_' && `of ${nameOf(player)}`,
    skinUrl !== undefined && `from ${skinUrl}`,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}

const orders: Readonly<Record<CompatService, readonly (readonly [path: string, order: string])[]>> =
  {
    crafatar: [
      ['avatars/jeb_', 'front/face 160 in 160×160, bare, else default'],
      ['avatars/jeb_?size=100&overlay', 'front/face 104 in 100×100, else default'],
      [
        'avatars/jeb_?size=64&default=MHF_Alex',
        'front/face 64 in 64×64, bare | front/face 64 in 64×64, bare, slim, else default, of Alex',
      ],
      ['renders/head/jeb_', 'isometric_head/full 111 in 120×111, bare, else default'],
      ['renders/head/jeb_?scale=1&overlay', 'isometric_head/full 18 in 20×18, else default'],
      ['renders/body/jeb_', 'isometric/full 270 in 120×270, bare, else default'],
      ['renders/body/jeb_?scale=10&overlay', 'isometric/full 451 in 200×451, else default'],
      ['skins/jeb_', 'original sheet else default'],
      ['skins/jeb_?default=MHF_Steve', 'original sheet else Steve else default'],
      ['capes/jeb_', 'cape'],
    ],
    minotar: [
      ['avatar/jeb_', 'front/face 184 in 180×180, bare, else default'],
      ['avatar/jeb_/100.png', 'front/face 104 in 100×100, bare, else default'],
      ['helm/jeb_/100.png', 'front/face 104 in 100×100, else default'],
      ['cube/jeb_/100', 'isometric_head/full 100 in 100×100, else default'],
      ['bust/jeb_/100', 'front/bust 112 in 100×100, bare, else default'],
      ['body/jeb_/100', 'front/full 224 in 100×200, bare, else default'],
      ['armor/bust/jeb_/100', 'front/bust 112 in 100×100, else default'],
      ['armor/body/jeb_/100', 'front/full 224 in 100×200, else default'],
      ['armour/bust/jeb_/100', 'front/bust 112 in 100×100, else default'],
      ['armour/body/jeb_/100', 'front/full 224 in 100×200, else default'],
      ['skin/jeb_', 'original sheet else default'],
      ['download/jeb_', 'original sheet to save else default'],
      ['cape/jeb_', 'cape'],
    ],
    'mc-heads': [
      ['avatar/jeb_', 'front/face 184 in 180×180, else default'],
      ['avatar/jeb_/100/nohelm.png', 'front/face 104 in 100×100, bare, else default'],
      ['avatar/jeb_/100/left', 'front/face 104 in 100×100, else default'],
      ['head/jeb_/100', 'isometric_head/full 116 in 100×116, else default'],
      ['head/jeb_/100/right', 'isometric_head/full 116 in 100×116, else default'],
      ['head/jeb_/100/left', 'isometric_head/full 116 in 100×116, turned -90,0,0, else default'],
      [
        'head/jeb_/left/nohelm',
        'isometric_head/full 208 in 180×208, turned -90,0,0, bare, else default',
      ],
      ['body/jeb_/100', 'isometric/full 240 in 100×240, else default'],
      ['body/jeb_/100/left', 'isometric/full 240 in 100×240, turned -90,0,0, else default'],
      ['body/jeb_/100/nohelm', 'isometric/full 240 in 100×240, bare, else default'],
      ['player/jeb_/100', 'front/full 224 in 100×200, else default'],
      ['player/jeb_/100/nohelm', 'front/full 224 in 100×200, bare, else default'],
      ['player/jeb_/100/left', 'front/full 224 in 100×200, else default'],
      ['combo/jeb_/100', 'pixel/full 100 in 100×100, else default'],
      ['skin/jeb_', 'original sheet else default'],
      ['download/jeb_/x', 'original sheet to save else default'],
      ['cape/jeb_/512', 'cape'],
      ['minecraft/profile/jeb_', 'profile'],
      ['minecraft/mhf', 'This is not offered here: it is a page of theirs.'],
      ['json/get_user?search&u=jeb_', 'profile'],
      ['json/mc_status', 'This is not offered here: the state of other services is not reported.'],
      ['change/jeb_', 'This is not offered here: nobody’s skin is changed.'],
      ['user/jeb_', 'This is not offered here: it is a page of theirs.'],
      ['mcstatus', 'This is not offered here: it is a page of theirs.'],
    ],
    vzge: [
      ['face/256/jeb_.png', 'front/face 256 in 256×256, caped, png, else default'],
      ['face/64/jeb_.webp?no=overlay', 'front/face 64 in 64×64, bare, caped, webp, else default'],
      ['front/64/jeb_', 'front/bust 64 in 64×64, caped, png, else default'],
      ['frontfull/64/jeb_?no=cape', 'front/full 64 in 32×64, png, else default'],
      ['head/64/jeb_', 'head/full 64 in 64×64, caped, png, else default'],
      [
        'head/64/jeb_?y=-15&p=10',
        'head/full 64 in 64×64, turned 20,-30,0, caped, png, else default',
      ],
      ['bust/64/jeb_', 'default/bust 64 in 64×64, caped, png, else default'],
      [
        'bust/64/jeb_?no=shadow,overlay,cape&y=40&r=15',
        'default/bust 64 in 64×64, turned 20,0,15, bare, png, else default',
      ],
      ['full/jeb_', 'default/full 384 in 230×384, caped, shadow, png, else default'],
      ['full/104/jeb_?no=cape&slim', 'default/full 104 in 62×104, shadow, slim, png, else default'],
      [
        'full/104/jeb_?no=shadow&y=200',
        'default/full 104 in 62×104, turned 160,0,0, caped, png, else default',
      ],
      [
        'full/64/X-Alex',
        'default/full 64 in 38×64, caped, shadow, slim, png, else default, of Alex',
      ],
      ['skin/jeb_', 'original sheet else default'],
      ['skin/64/jeb_', 'original sheet else default'],
      ['processedskin/jeb_', 'processed sheet else default'],
      ['helm/64/jeb_', 'front/face 64 in 64×64, caped, png, else default'],
      ['portrait/64/jeb_', 'default/bust 64 in 64×64, caped, png, else default'],
      ['player/64/jeb_', 'default/full 104 in 62×104, caped, shadow, png, else default'],
      ['player/jeb_', 'default/full 392 in 235×392, caped, shadow, png, else default'],
    ],
    nmsr: [
      ['fullbody/jeb_', 'default/full 869 in 512×869, caped, shadow'],
      ['fullbody/jeb_?h=100&no=shadow,cape', 'default/full 100 in 59×100'],
      ['full_body/jeb_?w=64&no=cape', 'default/full 109 in 64×109, shadow'],
      ['full/jeb_?width=64&back', 'default/full 109 in 64×109, turned -180,0,0, caped, shadow'],
      [
        'custom/jeb_?w=64&yaw=40&pitch=10&roll=5',
        'default/full 109 in 64×109, turned 20,-20,5, caped, shadow',
      ],
      ['bodybust/jeb_?w=64', 'default/bust 64 in 64×64, caped'],
      ['body_bust/jeb_?w=64&noshading', 'default/bust 64 in 64×64, caped, unlit'],
      ['bust/jeb_?w=64&y=0', 'default/bust 64 in 64×64, turned -20,0,0, caped'],
      ['frontfull/jeb_?w=64&nolayers', 'front/full 128 in 64×109, bare, caped'],
      ['front_full/jeb_?w=64', 'front/full 128 in 64×109, caped'],
      ['frontbust/jeb_?w=64', 'front/bust 64 in 64×64, caped'],
      ['front_bust/jeb_?w=64&exclude=overlay', 'front/bust 64 in 64×64, bare, caped'],
      ['front/jeb_?w=64&model=slim', 'front/bust 64 in 64×64, caped, slim'],
      ['face/jeb_?w=64', 'front/face 64 in 64×64, caped'],
      ['head/jeb_?w=64&p=30', 'head/full 64 in 64×64, turned 0,-40,0, caped'],
      ['fullbodyiso/jeb_?w=64', 'isometric/full 109 in 64×109, caped, shadow'],
      [
        'full_body_iso/jeb_?w=64&yaw=0',
        'isometric/full 109 in 64×109, turned -45,0,0, caped, shadow',
      ],
      ['headiso/jeb_?w=64', 'isometric_head/full 64 in 64×64, caped'],
      ['head_iso/jeb_?w=64&no=overlay', 'isometric_head/full 64 in 64×64, bare, caped'],
      ['skin/jeb_', 'original sheet'],
      ['skin/jeb_?process', 'processed sheet'],
      ['cape/jeb_', 'cape'],
    ],
    starlight: [
      ['render/ultimate/jeb_/full', 'ultimate/full 1024, caped'],
      [
        'render/ultimate/jeb_/full?cameraHeight=64&cameraWidth=80',
        'ultimate/full 64 in 80×64, caped',
      ],
      ['render/isometric/jeb_/head', 'isometric_head/full 1024, caped'],
      ['render/isometric/jeb_/face', 'isometric/face 512, caped'],
      ['render/default/jeb_/bust?dropShadow=true&capeEnabled=false', 'default/bust 512, shadow'],
      [
        'render/custom/jeb_/face?skinType=slim&cameraFOV=30',
        'default/face 512, caped, fov 30, slim',
      ],
      ['render/pixel/jeb_/bust', 'pixel/full 1024, caped'],
      [
        'render/default/jeb_/bust?borderHighlight=true&borderHighlightColor=ff0000&borderHighlightRadius=2',
        'default/bust 512, caped, outline ff0000 2',
      ],
      [
        'render/default/jeb_/full?cameraHeight=64&skinUrl=https://skins.example/a.png',
        'default/full 64, caped, from https://skins.example/a.png',
      ],
      ['render/skin/jeb_/default', 'original sheet'],
      ['render/skin/jeb_/processed', 'processed sheet'],
      ['render/skin/jeb_/barebones', 'barebones sheet'],
      [
        'render/default/.2535468413142004/face',
        'default/face 512, caped, of xuid:2535468413142004',
      ],
      [
        'render/wallpaper/herobrine_hill/jeb_',
        'This is not offered here: their wallpapers are not drawn; scenes are at our own paths.',
      ],
      ['skin-render/walking/jeb_/face', 'walking/face 512, caped'],
      [
        'skin-render/wallpaper/herobrine_hill/jeb_',
        'This is not offered here: their wallpapers are not drawn; scenes are at our own paths.',
      ],
      ['info/user/jeb_', 'profile with sheets'],
    ],
    visage: [
      ['face/jeb_', 'front/face 256 in 256×256, caped, png, else default'],
      ['front/64/jeb_', 'front/bust 64 in 64×64, caped, png, else default'],
      ['frontfull/64/jeb_', 'front/full 64 in 32×64, caped, png, else default'],
      ['head/64/jeb_', 'head/full 64 in 64×64, caped, png, else default'],
      ['bust/64/jeb_', 'default/bust 64 in 64×64, caped, png, else default'],
      ['full/384/jeb_', 'default/full 384 in 230×384, caped, shadow, png, else default'],
      ['skin/jeb_', 'original sheet else default'],
      ['processedskin/jeb_', 'processed sheet else default'],
      ['helm/jeb_', 'front/face 256 in 256×256, caped, png, else default'],
      ['portrait/jeb_', 'default/bust 256 in 256×256, caped, png, else default'],
      ['player/512/jeb_', 'default/full 832 in 499×832, caped, shadow, png, else default'],
    ],
    crafthead: [
      ['avatar/jeb_/64', 'front/face 64 in 64×64, bare, else default'],
      ['helm/jeb_/64', 'front/face 64 in 64×64, else default'],
      ['cube/jeb_/64', 'isometric_head/full 64 in 64×64, else default'],
      ['bust/jeb_', 'front/bust 192 in 180×180, bare, else default'],
      ['body/jeb_/64', 'front/full 128 in 64×128, bare, else default'],
      ['body/jeb_/64?model=slim', 'front/full 128 in 64×128, bare, slim, else default'],
      ['armor/cube/jeb_/64', 'isometric_head/full 64 in 64×64, else default'],
      ['armor/bust/jeb_/64', 'front/bust 64 in 64×64, else default'],
      ['armor/body/jeb_/64', 'front/full 128 in 64×128, else default'],
      ['armour/bust/jeb_/64', 'front/bust 64 in 64×64, else default'],
      ['armour/body/jeb_/64', 'front/full 128 in 64×128, else default'],
      ['skin/jeb_', 'original sheet else default'],
      ['cape/jeb_', 'cape'],
      ['cape/jeb_/128', 'cape'],
      ['profile/jeb_', 'profile'],
      ['hytale/avatar/jeb_', 'This is not offered here: only players of Minecraft are.'],
    ],
    mineskin: [
      ['avatar/jeb_/100', 'front/face 104 in 100×100, bare, else default'],
      ['helm/jeb_/100.png', 'front/face 104 in 100×100, else default'],
      ['cube/jeb_/100', 'isometric_head/full 100 in 100×100, else default'],
      ['bust/jeb_/100', 'front/bust 112 in 100×100, bare, else default'],
      ['body/jeb_/100', 'front/full 224 in 100×200, bare, else default'],
      ['armor/bust/jeb_/100.png', 'front/bust 112 in 100×100, else default'],
      ['armor/body/jeb_/100.png', 'front/full 224 in 100×200, else default'],
      ['armour/bust/jeb_/100', 'front/bust 112 in 100×100, else default'],
      ['armour/body/jeb_/100', 'front/full 224 in 100×200, else default'],
      ['head/jeb_/100', 'isometric_head/full 100 in 100×100, bare, else default'],
      ['headhelm/jeb_/100.png', 'isometric_head/full 100 in 100×100, else default'],
      ['skin/jeb_', 'original sheet else default'],
      ['download/jeb_', 'original sheet to save else default'],
    ],
    cravatar: [
      ['avatar/jeb_/600', 'front/face 600 in 600×600, bare, else default'],
      ['helmavatar/jeb_/190.png', 'front/face 192 in 190×190, else default'],
      ['head/jeb_/64', 'isometric_head/full 64 in 64×64, bare, else default'],
      ['helmhead/jeb_', 'isometric_head/full 180 in 180×180, else default'],
      ['3d/jeb_/512.png', 'isometric_head/full 512 in 512×512, else default'],
    ],
    mineatar: [
      ['face/jeb_', 'front/face 32 in 32×32, else default'],
      ['face/jeb_?scale=8&overlay=false', 'front/face 64 in 64×64, bare, else default'],
      ['head/jeb_?scale=10', 'isometric_head/full 160 in 139×160, else default'],
      ['head/jeb_?scale=10&square=true', 'isometric_head/full 160 in 160×160, else default'],
      ['body/full/jeb_?scale=2', 'isometric/full 78 in 35×78, else default'],
      ['body/full/jeb_?scale=64', 'isometric/full 1014 in 450×1014, else default'],
      ['body/front/jeb_', 'front/full 128 in 64×128, else default'],
      ['body/back/jeb_', 'back/full 128 in 64×128, else default'],
      ['body/left/jeb_', 'isometric/full 128 in 64×128, turned 45,-35.3,0, else default'],
      ['body/right/jeb_', 'isometric/full 128 in 64×128, turned -135,-35.3,0, else default'],
      ['skin/jeb_?download=true', 'original sheet to save else default'],
      ['uuid/jeb_', 'profile'],
    ],
    minepic: [
      ['avatar/jeb_', 'front/face 128 in 128×128, else default'],
      ['avatar/8/jeb_', 'front/face 16 in 8×8, else default'],
      ['avatar/jeb_/50', 'front/face 56 in 50×50, else default'],
      ['avatar/jeb_/1000', 'front/face 128 in 128×128, else default'],
      ['head/jeb_/8', 'isometric_head/full 256 in 256×256, else default'],
      ['skin/jeb_/100', 'front/full 128 in 50×100, else default'],
      ['skin-back/100/jeb_', 'back/full 128 in 50×100, else default'],
      ['download/jeb_', 'original sheet to save else default'],
      ['update/jeb_', 'This is not offered here: a changed skin appears by itself.'],
      ['user/jeb_', 'This is not offered here: it is a page of theirs.'],
      [
        'api/v1/user/jeb_',
        'This is not offered here: usage is not counted; profiles are at our own paths.',
      ],
    ],
    'mcheads-org': [
      ['head/jeb_/128/hat', 'front/face 128 in 128×128, else default'],
      ['head/jeb_/100', 'front/face 104 in 100×100, bare, else default'],
      ['player/jeb_/64', 'front/full 128 in 64×128, bare, else default'],
      ['player/jeb_/64/hat', 'front/full 128 in 64×128, else default'],
      [
        'head/00002535468413142004',
        'front/face 128 in 128×128, bare, else default, of xuid:2535468413142004',
      ],
      ['avatar/jeb_/right/200', 'isometric/full 480 in 200×480, else default'],
      ['iosbody/jeb_/left', 'isometric/full 154 in 64×154, turned -90,0,0, else default'],
      ['minecraft/mhf', 'This is not offered here: it is a list of theirs.'],
      ['allstats', 'This is not offered here: usage is not counted.'],
      ['allstatsbedrock', 'This is not offered here: usage is not counted.'],
      ['allstatssorted', 'This is not offered here: usage is not counted.'],
      ['ioshead/jeb_/left/64', 'isometric_head/full 74 in 64×74, turned -90,0,0, else default'],
      ['skin/jeb_', 'original sheet else default'],
      ['download/jeb_', 'original sheet to save else default'],
    ],
    crafty: [
      ['3d/bust/jeb_', 'default/bust 360 in 300×360, png'],
      [
        '3d/bust/jeb_?width=300&height=360&x=-30&z=50&format=webp',
        'default/bust 360 in 300×360, turned 11,0,0, webp',
      ],
      ['3d/full/jeb_?height=100&x=0', 'default/full 100 in 300×100, turned -20,0,0, png'],
      ['3d/head/jeb_?x=a', 'head/full 360 in 300×360, png'],
      ['2d/head/jeb_?size=64', 'front/face 64 in 64×64, png'],
    ],
    playerdb: [
      ['api/player/minecraft/jeb_', 'profile'],
      ['api/player/steam/1', 'This is not offered here: only players of Minecraft are.'],
      ['api/player/xbox/1', 'This is not offered here: only players of Minecraft are.'],
      ['api/player/hytale/1', 'This is not offered here: only players of Minecraft are.'],
    ],
    ashcon: [
      ['mojang/v1/user/jeb_', 'profile with sheets'],
      ['mojang/v1/uuid/jeb_', 'profile'],
      ['mojang/v1/avatar/jeb_/20', 'front/face 24 in 20×20, else default'],
      ['mojang/v2/user/jeb_', 'profile with sheets'],
      ['mojang/v2/uuid/jeb_', 'profile'],
      ['minecraft/user/jeb_', 'This is not offered here: only its two versions are.'],
      ['mojang/v2/avatar/jeb_', 'front/face 16 in 8×8, else default'],
      ['mojang/v2/avatar/jeb_/260', 'front/face 264 in 260×260, else default'],
    ],
    mcsrvstat: [
      ['1/play.example.net', 'json of java play.example.net, with query'],
      ['1/play.example.net:19132', 'json of bedrock play.example.net:19132, with query'],
      ['2/play.example.net', 'json of java play.example.net, with query'],
      ['3/play.example.net:25566', 'json of java play.example.net:25566, with query'],
      ['bedrock/2/play.example.net', 'json of bedrock play.example.net'],
      ['bedrock/3/play.example.net:1109', 'json of bedrock play.example.net:1109'],
      ['simple/play.example.net', 'word of java play.example.net'],
      ['bedrock/simple/play.example.net', 'word of bedrock play.example.net'],
      ['icon/play.example.png', 'icon of java play.example.png'],
      ['ping/play.example.net', 'json of java play.example.net'],
      ['debug/ping/x', 'This is not offered here: what servers send is not shown unread.'],
    ],
    mcstatus: [
      ['v1/status/java/a.example:1', 'json of java a.example:1'],
      ['v1/status/bedrock/a.example', 'json of bedrock a.example'],
      ['v1/favicon/a.example', 'icon of java a.example'],
      ['status/java/a.example', 'json of java a.example'],
      ['status/bedrock/a.example:1', 'json of bedrock a.example:1'],
      ['v2/status/java/a.example:1', 'json of java a.example:1, with query'],
      ['v2/status/java/a.example?query=false&timeout=9', 'json of java a.example, in 5 s'],
      ['v2/status/bedrock/a.example?timeout=0.1', 'json of bedrock a.example, in 0.5 s'],
      ['v2/icon/a.example', 'icon of java a.example'],
      ['v2/icon', 'default-icon'],
      ['v2/widget/java/a.example', 'widget of java a.example, dark'],
      ['v2/widget/java/a.example?dark=false', 'widget of java a.example, light'],
      ['v2/widget/java/a.example?transparent=true', 'widget of java a.example, transparent'],
      ['v2/vote/x', 'This is not offered here: votes are not sent to servers.'],
    ],
    mcapi: [
      ['server/status?ip=a.example', 'json of java a.example'],
      ['server/status?ip=a.example&port=25566', 'json of java a.example:25566'],
      ['server/query?ip=a.example:1&port=2', 'json of java a.example:1, with query'],
      ['server/image?ip=a.example', 'widget of java a.example, light'],
      ['server/image?theme=dark&ip=a.example&title=Us', 'widget of java a.example, dark, Us'],
      ['server/icon?ip=a.example', 'icon of java a.example'],
      [
        'scripts/minecraft.min.js',
        'This is not offered here: the script asks their host; the status is here, as JSON.',
      ],
    ],
    minetools: [
      ['ping/a.example', 'json of java a.example'],
      ['ping/a.example/25566', 'json of java a.example:25566'],
      ['query/a.example/25565', 'json of java a.example:25565, with query'],
      ['favicon/a.example', 'icon of java a.example'],
      ['uuid/jeb_', 'profile'],
      ['profile/jeb_', 'profile'],
    ],
  };

const cases = Object.entries(orders).flatMap(([service, list]) =>
  list.map(([address, order]) => ({ service, address, order })),
);

function read(service: string, address: string): CompatAnswer | null {
  const [path = '', query = ''] = address.split('?');
  if (!isCompatService(service)) return null;
  return readCompat(service, path, Object.fromEntries(new URLSearchParams(query)));
}

/** What is not offered is said. */
function said(words: () => string): string {
  try {
    return words();
  } catch (error) {
    if (error instanceof LineupError) return error.message;
    throw error;
  }
}

describe('a path of another service orders', () => {
  test.each(cases)('$service/$address: $order', ({ service, address, order }) => {
    expect(said(() => ordered(read(service, address)))).toBe(order);
  });

  test('what is written here, for each row of the table', () => {
    for (const [service, list] of Object.entries(orders)) {
      const names = Object.entries(compatTable).find(([name]) => name === service)?.[1] ?? {};
      const missing = Object.keys(names).filter(
        (name) =>
          !list.some(
            ([address]) =>
              /^(?:[/?]|$)/.test(address.slice(name.length)) && address.startsWith(name),
          ),
      );
      expect([service, missing]).toEqual([service, []]);
    }
  });
});
