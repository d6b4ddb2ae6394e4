import { html, type Html } from './html.ts';
import type { Translate } from './messages/messages.ts';
import { templatePath } from './paths.ts';
import type { ShownRequest } from './shown-request.ts';
import { languageNames, languagesFor, snippet } from './snippets.ts';

/** A code block with a copy button, which the script activates. */
export function codeBlock(t: Translate, text: string, label: string): Html {
  return html`<div class="code">
    <pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>
    <button type="button" class="copy" data-copy hidden>
      ${t('copy')}<span class="unseen"> ${label}</span>
    </button>
  </div>`;
}

/** A request in all languages, one below the other; with the script they are tabs. */
export function snippetTabs(t: Translate, request: ShownRequest, id: string): Html {
  const panels = languagesFor(request).map((language) => {
    const name = languageNames[language];
    return html`<section class="panel" id="${id}-${language}" data-tab="${name}">
      <h5>${name}</h5>
      ${codeBlock(t, snippet(language, request), name)}
    </section>`;
  });
  return html`<div class="tabs" data-tabs="${t('languages')}">${panels}</div>`;
}

/** A path with optional line breaks after slashes. */
export function shownPath(path: string): Html {
  return breakable(templatePath(path), /(?<=\/)/);
}

/** Code with optional line breaks at these places. */
export function breakable(code: string, separators: RegExp): Html {
  return html`<code>${code.split(separators).map((step) => html`${step}<wbr />`)}</code>`;
}
