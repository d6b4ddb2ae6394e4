import { defineService } from '../define-service.ts';
import { notOffered } from '../read-values.ts';
import { body, face, flat, head, partRows, sheetRows } from './mc-heads.ts';

const widths = { min: 8, max: 512, standard: 128 };
const smaller = { ...widths, standard: 64 };
const withHat = <Part extends { readonly shows: string }>(part: Part) => ({
  ...part,
  shows: `${part.shows}; its second layer with \`hat\``,
});
const notCounted = notOffered('usage is not counted');

/** The paths of mc-heads.net with other names; only isometric pictures have the second layer without `hat`. */
export const mcheadsOrg = defineService({
  host: 'api.mcheads.org',
  takesAnyText: true,
  rows: {
    ...partRows({ head: withHat(face), player: withHat(flat) }, widths, 'hat'),
    ...partRows({ avatar: body }, widths, null),
    ...partRows({ iosbody: body, ioshead: head }, smaller, null),
    ...sheetRows,
    'minecraft/mhf': notOffered('it is a list of theirs'),
    allstats: notCounted,
    allstatsbedrock: notCounted,
    allstatsSorted: notCounted,
  },
});
