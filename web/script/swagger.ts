import { jsonIn, send } from './send.ts';
import { byId } from './dom.ts';
import { createNotice } from './notice.ts';
import { isDark, onScheme } from './scheme.ts';
import { nameParts, plainSummaries } from './swagger-access.ts';
import { optionsPlugin } from './swagger-options.ts';
import { responsePlugin } from './swagger-response.ts';
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
  const spec: unknown = outcome.kind === 'answer' ? await jsonIn(outcome.blob) : null;
  waiting.hidden = true;
  if (spec !== null) start(spec);
  else if (outcome.kind === 'refusal') explain(outcome, notice, () => void load());
  else explain({ kind: 'silence' }, notice, () => void load());
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

/** The document, each description of an operation in two: its first paragraph, and what the page folds. */
function withShortDescriptions(spec: unknown): unknown {
  return mapped(spec, (paths, name) =>
    name === 'paths' ? mapped(paths, (operations) => mapped(operations, shortDescription)) : paths,
  );
}

function mapped(whole: unknown, change: (part: unknown, name: string) => unknown): unknown {
  if (typeof whole !== 'object' || whole === null) return whole;
  return Object.fromEntries(
    Object.entries<unknown>({ ...whole }).map(([name, part]) => [name, change(part, name)]),
  );
}

function shortDescription(operation: unknown): unknown {
  if (typeof operation !== 'object' || operation === null) return operation;
  if (!('description' in operation) || typeof operation.description !== 'string') return operation;
  const [description, ...others] = operation.description.split('\n\n');
  if (others.length === 0) return operation;
  return { ...operation, description, 'x-more': others.join('\n\n') };
}
