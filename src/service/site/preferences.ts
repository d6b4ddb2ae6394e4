import { lineupQuery, type Lineup } from './front/lineup.ts';
import { html, type Html } from './html.ts';
import { localeNames, localeParameter, messagesOf } from './messages/locales.ts';
import { exampleTarget } from './paths.ts';
import { radioRow } from './radio-row.ts';
import type { Site } from './site.ts';
import { icon } from './icons.ts';

const schemes = [
  ['', 'coloursSystem'],
  ['light', 'coloursLight'],
  ['dark', 'coloursDark'],
] as const;

/**
 * Language and colours. Languages are links to the current page, so they work without the script;
 * colours follow the system until the script offers others.
 * @param row the players on the page, which the links keep
 */
export function preferences({ t, locale }: Site, row: Lineup | undefined): Html {
  const query = row === undefined ? {} : lineupQuery(row);
  const languages = localeNames.map((name) => {
    const { tag, name: ownName } = messagesOf(name);
    const target = exampleTarget('', { title: '', query: { ...query, [localeParameter]: name } });
    return html`<li>
      <a
        href="${target}"
        lang="${tag}"
        hreflang="${tag}"
        data-locale="${name}"
        ${name === locale && html` aria-current="true"`}
        >${ownName}</a
      >
    </li>`;
  });
  return html`<details class="preferences" id="preferences">
    <summary>
      ${icon('globe')}<span aria-hidden="true">${locale}</span
      ><span class="unseen">${t('settings')}</span>
    </summary>
    <div class="card">
      <p id="languages-name">${t('language')}</p>
      <ul aria-labelledby="languages-name">
        ${languages}
      </ul>
      ${radioRow({
        name: 'scheme',
        title: t('colours'),
        choices: schemes.map(([value, key]) => [value, t(key)]),
        chosen: null,
        row: 'segments',
        attributes: html`id="schemes" hidden`,
      })}
    </div>
  </details>`;
}
