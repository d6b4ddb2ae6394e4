import { html, type Html } from '../html.ts';
import { field, radioRow, selectField, switchField, type Choice } from '../controls.ts';
import type { Look, OptionName } from './lineup.ts';
import type { Site } from '../site.ts';
import { sizes, type SizeName } from '../../../engine/scenes/layout/sizes.ts';
import { ownTitles } from '../../../engine/options/picture-values.ts';
import { asNames, cardArrangements, rarityNames } from '../../../engine/scenes/layout/cards.ts';
import { wordsOf } from './pickers.ts';

// Fields of the options of a picture: what it is, its size and words; and which of them are seen.

/**
 * What is seen only where it has an effect; the script keeps it so.
 * @param when one of the parts of `partsFor`
 * @param parts those of the picture
 */
export function seenWhen(when: string, parts: ReadonlySet<string>, content: Html): Html {
  return html`<div class="when" data-when="${when}" ${!parts.has(when) && html` hidden`}>
    ${content}
  </div>`;
}

/** Style classes of a row of choices, and of each of them. */
const rows = { segments: 'segment', thumbs: 'thumb', swatches: 'swatch' } as const;

/** The choices of an option, the first of which is the default. */
export function choiceRow(
  name: OptionName,
  title: string,
  look: Look,
  own: {
    readonly row: keyof typeof rows;
    readonly choices: readonly Choice[];
    readonly attributes?: Html;
  },
): Html {
  const fallback = own.choices[0]?.[0] ?? '';
  const chosen = look.options[name] ?? fallback;
  const { attributes, row, choices } = own;
  const option = html`data-option="${name}" data-default="${fallback}"${attributes ?? null}`;
  return radioRow({ name, title, choices, chosen, row, part: rows[row], option });
}

/** @param example what the field could say */
function textField(name: OptionName, title: string, example: string, look: Look): Html {
  const value = look.options[name] ?? '';
  return field(
    title,
    html`<input
      name="${name}"
      data-option="${name}"
      value="${value}"
      maxlength="80"
      placeholder="${example}"
      autocomplete="off"
    />`,
  );
}

type Size = {
  readonly value: string;
  readonly shown: readonly [widthPx: number, heightPx: number];
  readonly key: `size_${SizeName}` | `size_${'discord' | 'github' | 'youtube'}`;
  /** What the platform takes at most. */
  readonly maxBytes?: number;
};

/**
 * Sizes by where they go, and what goes there: the banner of a Discord server is 960×540 and at most 10 MB
 * (discord.dog, whop.com); the social preview of a GitHub repository 1280×640 and under 1 MB (“Customizing
 * your repository's social media preview”, docs.github.com); the banner of a YouTube channel at least
 * 2048×1152 and 6 MB or less (“Manage your channel branding”, support.google.com); a story 1080×1920, and
 * Instagram's publishing takes pictures of up to 8 MB (“IG User Media”, developers.facebook.com). Lists of
 * servers agree on 468×60 (“Server Banner”, lunarclient.dev), and on no number of bytes.
 */
const platformSizes: readonly Size[] = [
  { value: '960x540', shown: [960, 540], key: 'size_discord', maxBytes: 10_000_000 },
  { value: '1280x640', shown: [1280, 640], key: 'size_github', maxBytes: 1_000_000 },
  { value: '2048x1152', shown: [2048, 1152], key: 'size_youtube', maxBytes: 6_000_000 },
  { value: 'server-list', shown: sizes['server-list'], key: 'size_server-list' },
  { value: 'story', shown: sizes.story, key: 'size_story', maxBytes: 8_000_000 },
];
const shapeSizes: readonly Size[] = [
  { value: 'og', shown: sizes.og, key: 'size_og' },
  { value: 'banner', shown: sizes.banner, key: 'size_banner' },
  { value: 'square', shown: sizes.square, key: 'size_square' },
  { value: 'video', shown: sizes.video, key: 'size_video' },
];

export function sizeField({ t }: Site, { options: { size = '' } }: Look): Html {
  const option = ({ value, shown, key, maxBytes }: Size): Html =>
    html`<option
      value="${value}"
      ${maxBytes !== undefined && html` data-most-bytes="${String(maxBytes)}" data-platform="${t(key)}"`}
      ${value === size && html` selected`}
    >
      ${t(key)}, ${shown.join('×')}
    </option>`;
  return selectField(t('size'), html`data-option="size"`, [
    html`<option value="">${t('sizeDefault')}</option>`,
    html`<optgroup label="${t('sizeGroupPlatforms')}">${platformSizes.map(option)}</optgroup>`,
    html`<optgroup label="${t('sizeGroupShapes')}">${shapeSizes.map(option)}</optgroup>`,
  ]);
}

const asTitles = { card: 'asCard', advancement: 'asAdvancement' } as const;
const cardTitles = { deck: 'cardsFanned', row: 'cardsInRow' } as const;

/** @param parts of `partsFor` */
export function kindFields(site: Site, look: Look, parts: ReadonlySet<string>): Html {
  const { t } = site;
  return html`<fieldset class="fields-row kinds scripted" disabled hidden>
    ${choiceRow('as', t('pictureAs'), look, {
      row: 'segments',
      choices: [['', t('asPlain')], ...asNames.map((name) => [name, t(asTitles[name])] as const)],
    })}
    ${seenWhen('card', parts, rarityField(site, look))}
    ${seenWhen(
      'cards',
      parts,
      radioRow({
        // Those of a row have this name of a field already.
        name: 'cards',
        title: t('cardsLie'),
        row: 'segments',
        part: 'segment',
        choices: cardArrangements.map((name) => [name, t(cardTitles[name])]),
        chosen: look.options.arrangement === 'row' ? 'row' : cardArrangements[0],
        option: html`data-option="arrangement" data-default="${cardArrangements[0]}"
        data-cards="true"`,
      }),
    )}
    ${seenWhen('alone', parts, html`<p class="hint">${t('advancementAlone')}</p>`)}
    ${seenWhen('face', parts, html`<p class="hint">${t('advancementFace')}</p>`)}
  </fieldset>`;
}

function rarityField({ t, wordsFor }: Site, { options }: Look): Html {
  const [first, ...others] = rarityNames;
  const choice = (name: string, value: string): Html =>
    html`<option value="${value}" ${options.rarity === value && html` selected`}>
      ${wordsFor(`rarity_${name}`, wordsOf(name))}
    </option>`;
  return selectField(t('rarity'), html`data-option="rarity"`, [
    choice(first, ''),
    ...others.map((name) => choice(name, name)),
  ]);
}

/** On unless it is switched off. */
export function journeyField({ t }: Site, { options }: Look): Html {
  return switchField(
    t('journey'),
    html`data-option="journey" data-default="true" data-off="false" value="true"
    ${options.journey !== 'false' && html` checked`}`,
  );
}

/** An advancement has a title anyway. */
export function titleFields({ t }: Site, look: Look, parts: ReadonlySet<string>): Html {
  const example = parts.has('face') ? ownTitles.advancement : undefined;
  return html`<div class="fields-row">
    ${textField('title', t('title'), example ?? t('titleExample'), look)}
    ${textField('subtitle', t('subtitle'), 'play.example.org', look)}
  </div>`;
}
