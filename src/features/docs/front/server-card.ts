import { codeBlock } from '../code.ts';
import { html, type Html } from '../html.ts';
import { href, type Site } from '../site.ts';

export const widgetPath = '/api/blockgame/server/:edition/:host/widget';

const embeds = [
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['url', 'Image link'],
  ['text', 'Status text'],
  ['lineup', 'Line-up'],
] as const;

/** Asks for a server and shows its card with the code to embed it. Only with the script. */
export function serverCard(site: Site): Html {
  return html`<section class="wrap" aria-labelledby="servers" id="server">
    <div class="row-head"><h2 id="servers">Who is on my server?</h2></div>
    <div class="card server">
      <form id="server-form" class="ask" hidden>
        <label class="field"
          ><span>Edition</span
          ><select id="server-edition">
            <option value="java">Java</option>
            <option value="bedrock">Bedrock</option>
          </select></label
        >
        <label class="field grow"
          ><span>Server address</span
          ><input
            id="server-host"
            placeholder="play.example.org"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            inputmode="url"
        /></label>
        <label class="field"
          ><span>Theme</span
          ><select id="server-theme">
            <option value="dark">Dark</option>
            <option value="light">Light</option>
            <option value="transparent">Transparent</option>
          </select></label
        >
        <button class="button">Check server</button>
      </form>
      <noscript
        ><p>
          See the <a href="${href(site, '/docs/server')}">reference</a> for the addresses to use.
        </p></noscript
      >
      <div class="notice inline" id="server-notice" hidden>
        <p></p>
        <button type="button" class="button small" hidden>Try again</button>
      </div>
      <div id="server-result" hidden>
        <p class="widget"><img id="server-widget" alt="" /></p>
        <p class="status-line" id="server-text"></p>
        <p class="actions">
          <button type="button" class="button" id="server-online">Line up who is online</button>
        </p>
        <p class="widget"><img id="server-lineup" alt="" loading="lazy" hidden /></p>
        ${embedTabs()}
      </div>
    </div>
  </section>`;
}

function embedTabs(): Html {
  return html`<div class="tabs" data-tabs="Ways to embed the card" id="server-share">
    ${embeds.map(
      ([key, name]) =>
        html`<section class="panel" id="embed-${key}" data-tab="${name}">
          <h3>${name}</h3>
          ${codeBlock('', name)}
        </section>`,
    )}
  </div>`;
}
