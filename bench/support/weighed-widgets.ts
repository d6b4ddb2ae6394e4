import {
  factsCardCost,
  flatCost,
  initialsCost,
  inviteCardCost,
  processedSheetCost,
  serverCardCost,
} from '../../src/drawing/cost.ts';
import type { FlatOrder } from '../../src/drawing/flat-order.ts';
import type { InviteCardOrder } from '../../src/drawing/invite-order.ts';
import { formats } from '../../src/drawing/render-names.ts';
import {
  widgetThemes,
  type FactsCardOrder,
  type ServerCardOrder,
} from '../../src/drawing/widget-order.ts';
import type { Chance } from './chance.ts';
import type { Maker, WeighedOrder } from './weighed-order.ts';
import { iconOf, pictureOf, skinOf, textOf } from './weighed-parts.ts';

export function serverCard(chance: Chance): WeighedOrder {
  const runs = Math.floor(chance.share() ** 3 * 129);
  const order: ServerCardOrder = {
    theme: chance.of(widgetThemes),
    scale: chance.of([1, 2]),
    host: 'play.example.net',
    edition: 'Java',
    state: 'online',
    heads: [],
    server: {
      motd: Array.from({ length: runs }, () => ({
        text: `${textOf(chance, 8)} `,
        color: chance.of([null, '#55ff55', '#ffaa00']),
        bold: chance.share() < 0.3,
        italic: chance.share() < 0.3,
        underlined: false,
        strikethrough: false,
        obfuscated: false,
      })),
      players: { online: 3, max: 20 },
      version: '1.21',
      bars: 5,
      icon: null,
    },
  };
  return {
    kind: `card of ${runs} runs, scale ${order.scale}`,
    costMs: serverCardCost(order),
    draw: (drawing) => drawing.serverCard(order),
  };
}

export function otherWidget(chance: Chance, variant: number): WeighedOrder {
  return chance.of<Maker>([factsCard, inviteCard, initials, processedSheet])(chance, variant);
}

function factsCard(chance: Chance): WeighedOrder {
  const order: FactsCardOrder = {
    theme: chance.of(widgetThemes),
    scale: chance.of([1, 2]),
    title: textOf(chance, 40),
    verified: true,
    subtitle: textOf(chance, 40),
    facts: [{ value: '1,234', label: 'playing' }],
    meter: { share: 0.8, label: '80 %' },
    icon: chance.share() < 0.5 ? iconOf(chance) : null,
  };
  return {
    kind: `card of numbers, scale ${order.scale}`,
    costMs: factsCardCost(order),
    draw: (drawing) => drawing.factsCard(order),
  };
}

function inviteCard(chance: Chance): WeighedOrder {
  const order: InviteCardOrder = {
    theme: chance.of(widgetThemes),
    scale: chance.of([1, 2]),
    lang: 'en',
    name: textOf(chance, 40),
    description: textOf(chance, 120),
    mark: 'verified',
    online: 12,
    members: 345,
    canJoin: true,
    icon: chance.share() < 0.5 ? iconOf(chance) : null,
    banner: chance.share() < 0.5 ? pictureOf(chance).png : null,
  };
  return {
    kind: `card of an invite, scale ${order.scale}, ${order.banner === null ? 'no banner' : 'banner'}`,
    costMs: inviteCardCost(order),
    draw: (drawing) => drawing.inviteCard(order),
  };
}

function initials(chance: Chance): WeighedOrder {
  const order = { name: textOf(chance, 20), sizePx: chance.size(32, 256) };
  return {
    kind: `initials, ${order.sizePx} px`,
    costMs: initialsCost(order),
    draw: (drawing) => drawing.initials(order),
  };
}

function processedSheet(chance: Chance, variant: number): WeighedOrder {
  const sheet = skinOf(chance, variant);
  return {
    kind: `sheet of ${sheet.png.length} bytes`,
    costMs: processedSheetCost(sheet),
    draw: (drawing) => drawing.processedSheet({ sheet, isBare: false }),
  };
}

export function flatPicture(chance: Chance): WeighedOrder {
  const order: FlatOrder = {
    picture: pictureOf(chance).png,
    sizePx: chance.size(16, 1000),
    isCircle: chance.share() < 0.3,
    background: null,
    outline: chance.share() < 0.3 ? { colour: '1e90ffff', widthPx: 4 } : null,
    format: chance.of(formats),
  };
  return {
    kind: `${order.format} of a picture, ${order.sizePx} px`,
    costMs: flatCost(order),
    draw: (drawing) => drawing.flat(order),
  };
}
