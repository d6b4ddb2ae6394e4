import type { ExampleValue, RouteExample } from '../http/route-docs.ts';

/** `/api/blockgame/skin/:player` → `/api/blockgame/skin/{player}`, as in OpenAPI. */
export function templatePath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** The part of a path before a player, or any other parameter: routes that share it share a reference page. */
export function stemOf(path: string): string {
  const [stem = ''] = path.split(/\/(?::|from-url$)/, 1);
  return stem;
}

/** Path of a reference page outside of the API and its limit: `/docs/skin`. */
export function docsPath(stem: string): string {
  const [, , family = '', ...rest] = stem.split('/');
  const isPlain = family === 'blockgame' || stem === '/api/chat/webhook';
  const topic = isPlain ? (rest.at(-1) ?? family) : [family, ...rest].join('-');
  return `/docs/${topic}`;
}

/** The same page within the API, where it counts against the limit. */
export function pagePath(stem: string): string {
  return `${stem}/templates`;
}

/**
 * Path and query of an example, percent-encoded.
 * @throws Error if a path parameter has no value
 */
export function exampleTarget(
  path: string,
  { path: values = {}, query = {} }: RouteExample,
): string {
  const given = new Map(Object.entries(values));
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = given.get(name);
    if (value === undefined) throw new Error(`${path}: an example has no value for ${name}`);
    // A path parameter that is itself a path keeps its slashes.
    return name === 'path' ? encodeQuery(value) : encodeURIComponent(value);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    listed(value).map((one) => `${name}=${encodeQuery(one)}`),
  );
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

function listed(value: ExampleValue): readonly string[] {
  return typeof value === 'object' ? value : [String(value)];
}

/** Colons, slashes and commas have no meaning in a query and are more readable unescaped. */
function encodeQuery(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(3A|2F|2C)/g, (code) => decodeURIComponent(code));
}
