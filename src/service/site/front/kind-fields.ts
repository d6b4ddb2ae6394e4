import { ownTitles } from '../../../engine/options/picture-values.ts';
import { asNames, cardArrangements, rarityNames } from '../../../engine/scenes/layout/cards.ts';
import { radioRow } from '../controls.ts';
import { html, type Html } from '../html.ts';
import type { Site } from '../site.ts';
import type { Look } from './lineup.ts';
import { choiceRow, seenWhen, textField } from './option-fields.ts';
import { wordsOf } from './pickers.ts';

// What the picture is: a row of players, cards, the message of an advancement; and what belongs to each.

const asTitles = { card: 'asCard', advancement: 'asAdvancement' } as const;
const cardTitles = { deck: 'cardsFanned', row: 'cardsInRow' } as const;

/** @param parts of `partsFor` */
export function kindFields(site: Site, look: Look, parts: ReadonlySet<string>): Html {
  const { t } = site;
  return html`<fieldset class="fields-row kinds scripted" disabled hidden>
    ${choiceRow('as', t('pictureAs'), look, {
      row: 'segments',
      part: 'segment',
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
  return html`<label class="field"
    ><span>${t('rarity')}</span
    ><select data-option="rarity">
      ${choice(first, '')} ${others.map((name) => choice(name, name))}
    </select></label
  >`;
}

/** On unless it is switched off. */
export function journeyField({ t }: Site, { options }: Look): Html {
  return html`<label class="switch"
    ><input
      type="checkbox"
      data-option="journey"
      data-default="true"
      data-off="false"
      value="true"
      ${options.journey !== 'false' && html` checked`}
    /><span>${t('journey')}</span></label
  >`;
}

/** An advancement has a title anyway. */
export function titleFields({ t }: Site, look: Look, parts: ReadonlySet<string>): Html {
  const example = parts.has('face') ? ownTitles.advancement : undefined;
  return html`<div class="fields-row">
    ${textField('title', t('title'), example ?? t('titleExample'), look)}
    ${textField('subtitle', t('subtitle'), 'play.example.org', look)}
  </div>`;
}
