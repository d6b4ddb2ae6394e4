import { inviteLangs } from '../../../engine/cards/strings.ts';
import { codeTabs, overlayPanel } from '../code.ts';
import { html, linked, type Html } from '../html.ts';
import { cardSize } from '../../http/embed.ts';
import { assetHref, hasRoute, pageHref, type Site } from '../site.ts';
import { listChoices, notice, selectField, verbatim } from '../controls.ts';

export const widgetPath = '/api/blockgame/server/:edition/:host/widget';

/** The colours of a card; the first is the default. */
export const cardThemes = [
  ['dark', 'coloursDark'],
  ['light', 'coloursLight'],
  ['transparent', 'themeTransparent'],
] as const;

/** Shows the card of a server, with code to embed it. Needs the script. */
export function serverCard(site: Site): Html {
  const { t } = site;
  return html`<section class="wrap" aria-labelledby="servers" id="server">
    <h2 id="servers">${t('servers')}</h2>
    <p class="lead">${t('serversLead')}</p>
    <div class="card server">
      <form id="server-form" class="lookup" data-lang="${cardLang(site)}" hidden>
        ${selectField(t('cardOf'), html`id="server-edition"`, kinds(site))}
        <label class="field grow"
          ><span id="server-label">${t('serverAddress')}</span
          ><input id="server-host" placeholder="play.example.org" ${verbatim} inputmode="url"
        /></label>
        ${selectField(t('theme'), html`id="server-theme"`, listChoices(cardThemes.map(([theme, key]) => [theme, t(key)])))}
        <button class="button">${t('checkServer')}</button>
      </form>
      <noscript><p>${linked(t('serverByHand'), pageHref(site, '/docs/server'))}</p></noscript>
      ${notice(site, 'server-notice')}
      <p class="widget" id="server-sample">
        <img
          src="${assetHref(site, 'server-card.png')}"
          alt="${t('sampleCard')}"
          width="600"
          height="138"
          loading="lazy"
        />
      </p>
      <div id="server-result" hidden>
        <p class="widget"><img id="server-widget" alt="" /></p>
        <p class="status-line" id="server-text"></p>
        <p class="actions" id="server-copies">
          ${copies(site)}
          <button type="button" class="button small" id="server-online">
            ${t('lineUpOnline')}
          </button>
          <a class="button small" id="server-page-link" hidden>${t('pageToShare')}</a>
        </p>
        <p class="widget"><img id="server-lineup" alt="" loading="lazy" hidden /></p>
        ${embedTabs(site)}
      </div>
    </div>
  </section>`;
}

/** The language of cards for readers of the page; empty for the default. */
export function cardLang({ locale }: Site): string {
  return inviteLangs.find((lang) => lang === locale && lang !== 'en') ?? '';
}

/** With the same words as everywhere. */
function copies({ t }: Site): readonly Html[] {
  const all = [
    ['address', 'copyAddress'],
    ['image', 'copyImageLink'],
    ['page', 'copyPageLink'],
  ] as const;
  return all.map(
    ([name, words]) =>
      html`<button type="button" class="button small" id="server-copy-${name}" data-copies="">
        ${t(words)}
      </button> `,
  );
}

/** The kinds of cards, each with its input. */
function kinds(site: Site): readonly Html[] {
  const { t } = site;
  const all = [
    ['java', 'Minecraft (Java)', t('serverAddress'), 'play.example.org', widgetPath],
    ['bedrock', 'Minecraft (Bedrock)', t('serverAddress'), 'play.example.org', widgetPath],
    ['game', t('robloxGame'), t('gameLink'), '920587237', '/api/roblox/game/:game/widget'],
    ['group', t('robloxGroup'), t('groupLink'), '295182', '/api/roblox/group/:group/widget'],
    [
      'invite',
      t('discordInvite'),
      t('inviteLink'),
      'discord.gg/sample_hills',
      '/api/chat/invite/:code/widget',
    ],
  ] as const;
  return all
    .filter(([, , , , path]) => hasRoute(site, path))
    .map(
      ([value, name, label, example]) =>
        html`<option value="${value}" data-label="${label}" data-example="${example}">
          ${name}
        </option>`,
    );
}

function embedTabs(site: Site): Html {
  const { t } = site;
  const embeds = [
    ['html', 'HTML', ''],
    ['markdown', 'Markdown', ''],
    ['overlay', t('overlayTab'), overlayPanel(site, [{ url: '', sizePx: cardSize }])],
    ['url', t('imageLink'), ''],
    ['text', t('statusText'), ''],
    ['lineup', t('lineup'), ''],
  ] as const;
  return codeTabs(t, { title: t('waysToEmbed'), id: 'server-share', prefix: 'embed' }, embeds);
}
