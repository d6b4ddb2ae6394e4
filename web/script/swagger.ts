import { jsonIn, send, type Outcome } from './send.ts';
import { byId } from './dom.ts';
import { createNotice } from './notice.ts';
import { isDark, onScheme } from './scheme.ts';
import { nameParts, plainSummaries } from './swagger-access.ts';
import { optionsPlugin } from './swagger-options.ts';
import { responsePlugin } from './swagger-response.ts';
import { withShortDescriptions } from './swagger-words.ts';
import { explain } from './error-messages.ts';

// Starts Swagger UI, whose own script was loaded before this one.

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

const host = byId('swagger', HTMLDivElement);
const waiting = byId('swagger-waiting', HTMLParagraphElement);
const notice = createNotice(byId('swagger-notice', HTMLDivElement));
function follow(): void {
  document.documentElement.classList.toggle('dark-mode', isDark());
}

/** Loads the document; on failure says why and retries. */
async function load(): Promise<void> {
  notice.clear();
  waiting.hidden = false;
  const outcome = await send({ method: 'GET', url: host.dataset['document'] ?? '' });
  const spec = await readSpec(outcome);
  waiting.hidden = true;
  if (spec !== null) start(spec);
  else if (outcome.kind === 'refusal') explain(outcome, notice, () => void load());
  else explain({ kind: 'silence' }, notice, () => void load());
}

async function readSpec(outcome: Outcome): Promise<unknown> {
  try {
    return outcome.kind === 'answer' ? await jsonIn(outcome.blob) : null;
  } catch {
    // The response is not from this service.
    return null;
  }
}

function start(spec: unknown): void {
  SwaggerUIBundle({
    spec: withShortDescriptions(spec),
    domNode: host,
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    // It would send the document to another host.
    validatorUrl: null,
    plugins: [() => plainSummaries, optionsPlugin, responsePlugin],
  });
  nameParts(host);
}

follow();
onScheme(follow);
void load();
