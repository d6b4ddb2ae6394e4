import { codeBlock } from '../code.ts';
import { html, linked, type Html } from '../html.ts';
import { pageHref, type Site } from '../site.ts';

export const widgetPath = '/api/blockgame/server/:edition/:host/widget';

/** Asks for a server and shows its card with the code to embed it. Only with the script. */
export function serverCard(site: Site): Html {
  const { t } = site;
  return html`<section class="wrap" aria-labelledby="servers" id="server">
    <div class="row-head"><h2 id="servers">${t('servers')}</h2></div>
    <div class="card server">
      <form id="server-form" class="ask" hidden>
        <label class="field"
          ><span>${t('edition')}</span
          ><select id="server-edition">
            <option value="java">Java</option>
            <option value="bedrock">Bedrock</option>
          </select></label
        >
        <label class="field grow"
          ><span>${t('serverAddress')}</span
          ><input
            id="server-host"
            placeholder="play.example.org"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            inputmode="url"
        /></label>
        <label class="field"
          ><span>${t('theme')}</span
          ><select id="server-theme">
            <option value="dark">${t('themeDark')}</option>
            <option value="light">${t('themeLight')}</option>
            <option value="transparent">${t('themeTransparent')}</option>
          </select></label
        >
        <button class="button">${t('checkServer')}</button>
      </form>
      <noscript><p>${linked(t('serverByHand'), pageHref(site, '/docs/server'))}</p></noscript>
      <div class="notice inline" id="server-notice" hidden>
        <p></p>
        <button type="button" class="button small" hidden>${t('tryAgain')}</button>
      </div>
      <div id="server-result" hidden>
        <p class="widget"><img id="server-widget" alt="" /></p>
        <p class="status-line" id="server-text"></p>
        <p class="actions">
          <button type="button" class="button" id="server-online">${t('lineUpOnline')}</button>
        </p>
        <p class="widget"><img id="server-lineup" alt="" loading="lazy" hidden /></p>
        ${embedTabs(site)}
      </div>
    </div>
  </section>`;
}

function embedTabs({ t }: Site): Html {
  const embeds = [
    ['html', 'HTML'],
    ['markdown', 'Markdown'],
    ['url', t('imageLink')],
    ['text', t('statusText')],
    ['lineup', t('lineup')],
  ] as const;
  return html`<div class="tabs" data-tabs="${t('waysToEmbed')}" id="server-share">
    ${embeds.map(
      ([key, name]) =>
        html`<section class="panel" id="embed-${key}" data-tab="${name}">
          <h3>${name}</h3>
          ${codeBlock(t, '', name)}
        </section>`,
    )}
  </div>`;
}
