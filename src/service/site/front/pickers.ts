import { html, type Html } from '../html.ts';
import type { MessageKey } from '../messages/messages.ts';
import { assetHref, type Site } from '../site.ts';
import { listChoices, selectField } from '../controls.ts';
import { cropsOf, hasAngles, renderTypeNames } from '../../../engine/figure/render-types.ts';
import { motionNames } from '../../../engine/figure/motions.ts';
import { heldItemNames } from '../../../engine/figure/held-items/held-items.ts';
import type { GroupPose } from '../../../engine/options/figure-values.ts';

// What can be chosen for all players and for each: poses, motions, held items, as lists and in pictures.

/** Whom a field is about: all, or one player. */
type Whose = 'option' | 'own';

/** @param chosen the selected pose, or `null` */
export function poseOptions(
  site: Site,
  chosen: string | null,
  names: readonly GroupPose[] = renderTypeNames,
): Html[] {
  return names.map(
    (name) =>
      html`<option
        value="${name}"
        data-crops="${cropsOf(name === 'varied' ? 'default' : name).join(' ')}"
        ${name !== 'varied' && !hasAngles(name) && html` data-flat`}
        ${name === chosen && html` selected`}
      >
        ${poseName(site, name)}
      </option>`,
  );
}

/** All poses as buttons with pictures. */
export function poseGrid(site: Site, label: string): Html {
  const pictures = renderTypeNames.map((name): Pick => {
    const title = poseName(site, name);
    return [name, title, thumbnail(site, 'poses', name, title, `pose ${name}`)];
  });
  return grid('render_type', label, pictures);
}

/** The name of a pose in the reader's language. */
export function poseName(site: Site, name: GroupPose): string {
  return titleOf(site, 'pose', name);
}

function titleOf({ wordsFor }: Site, kind: 'pose' | 'motion' | 'thing', name: string): string {
  return wordsFor(`${kind}_${name}`, wordsOf(name));
}

const motionChoices = ['none', ...motionNames];

export function motionField(site: Site, whose: Whose): Html {
  return choiceField(whose, {
    name: 'motion',
    title: site.t('motion'),
    unset: whose === 'own' ? site.t('likeEveryone') : null,
    choices: motionChoices.map((name) => [name, titleOf(site, 'motion', name)]),
  });
}

export function motionGrid(site: Site, label: string): Html {
  return grid('motion', label, drawnLater(site, 'motion', motionChoices), true);
}

export function heldItemField(site: Site, whose: Whose, name: 'hold' | 'hold_left'): Html {
  return choiceField(whose, {
    name,
    title: site.t(name === 'hold' ? 'rightHand' : 'leftHand'),
    unset: site.t(whose === 'own' ? 'likeEveryone' : 'handsDefault'),
    choices: heldItemNames.map((heldItem) => [heldItem, titleOf(site, 'thing', heldItem)]),
  });
}

export function heldItemGrid(site: Site, label: string): Html {
  return grid('hold', label, drawnLater(site, 'thing', heldItemNames), true);
}

/** Pictures that the script draws, with the first player, once they are near the viewport. */
function drawnLater(site: Site, kind: 'motion' | 'thing', names: readonly string[]) {
  return names.map((name): Pick => {
    const title = titleOf(site, kind, name);
    const thumb = `${kind} ${name}`;
    return [
      name,
      title,
      html`<img data-thumb="${thumb}" alt="${title}" width="88" height="110" />`,
    ];
  });
}

const ears = [
  ['none', 'earsNone'],
  ['deadmau5', 'earsMouse'],
] as const satisfies readonly (readonly [string, MessageKey])[];

export function earsField(site: Site, whose: Whose): Html {
  return choiceField(whose, {
    name: 'ears',
    title: site.t('ears'),
    unset: site.t(whose === 'own' ? 'likeEveryone' : 'earsDefault'),
    choices: ears.map(([value, key]) => [value, site.t(key)]),
  });
}

type Choices = {
  readonly name: string;
  readonly title: string;
  /** What the empty value means; `null` if the first choice is the default. */
  readonly unset: string | null;
  readonly choices: readonly (readonly [value: string, shown: string])[];
};

function choiceField(whose: Whose, { name, title, unset, choices }: Choices): Html {
  const attributes = html`data-${whose}="${name}"
  data-default="${unset === null ? (choices[0]?.[0] ?? '') : ''}"`;
  const first = unset === null ? [] : [['', unset] as const];
  return selectField(title, attributes, listChoices([...first, ...choices]), 'field blocky');
}

type Pick = readonly [name: string, title: string, picture: Html];

/** Buttons with pictures, which set the field of this name. */
function grid(name: string, label: string, picks: readonly Pick[], isNamed = false): Html {
  return html`<div class="pose-grid" role="group" aria-label="${label}" data-for="${name}">
    ${picks.map(
      ([value, title, picture]) =>
        html`<button type="button" data-pick="${value}" title="${title}">
          ${picture}${isNamed && html`<span aria-hidden="true">${title}</span>`}
        </button>`,
    )}
  </div>`;
}

/** The contact sheets, and the displayed size of their cells. */
const sheets = {
  poses: { file: 'poses.svg', widthPx: 88, heightPx: 110 },
  scenes: { file: 'scenes.svg', widthPx: 132, heightPx: 69 },
  arrangements: { file: 'arrangements.svg', widthPx: 132, heightPx: 69 },
} as const;

/** `criss_cross` → `Criss cross`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A cell that the script loads when it is near the viewport; without the script, at once. */
export function laterThumbnail(...cell: Parameters<typeof thumbnail>): Html {
  return html`<picture
    ><source media="(scripting: enabled)" srcset="${nothing}" />
    ${thumbnail(...cell)}</picture
  >`;
}

/** One transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * A cell of a contact sheet: all of them are one static file, which no limit applies to.
 * @param thumb its kind and name, if the script shows it with another player
 */
export function thumbnail(
  site: Site,
  kind: keyof typeof sheets,
  name: string,
  ...[alt = '', thumb]: readonly [alt?: string, thumb?: string]
): Html {
  const { file, widthPx, heightPx } = sheets[kind];
  return html`<img
    ${thumb !== undefined && html`data-thumb="${thumb}"`}
    src="${assetHref(site, file)}#${name}"
    alt="${alt}"
    width="${widthPx}"
    height="${heightPx}"
    loading="lazy"
  />`;
}
