// Starts Swagger UI on the interactive reference. Its own script has been loaded before this one.

declare const SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;

const host = document.querySelector<HTMLElement>('#swagger');
const dark = matchMedia('(prefers-color-scheme: dark)');

function follow({ matches }: { readonly matches: boolean }): void {
  document.documentElement.classList.toggle('dark-mode', matches);
}

follow(dark);
dark.addEventListener('change', follow);
SwaggerUIBundle({
  url: host?.dataset['document'],
  domNode: host,
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  // Would send the document to a host that is not ours.
  validatorUrl: null,
});
