/** The element with this id, of the kind that the page has it as where that matters. */
export function byId(id: string): HTMLElement;
export function byId<E extends HTMLElement>(id: string, kind: new () => E): E;
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.querySelector(`#${id}`);
  if (element instanceof kind) return element;
  throw new Error(`this page has no ${kind.name} #${id}`);
}

/** The first element below `root` that matches, of the kind that the page has it as. */
export function one<E extends Element>(root: ParentNode, selector: string, kind: new () => E): E {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`there is no ${kind.name} ${selector}`);
}

/** Says something to those who hear the page instead of seeing it. */
export function announce(sentence: string): void {
  byId('announcer').textContent = sentence;
}

/** Says what is drawn now; in a place of its own, so that it takes no other sentence's turn. */
export function announcePicture(sentence: string): void {
  byId('picture-announcer').textContent = sentence;
}

/** The path that a proxy puts before ours; mostly none. */
export function basePath(): string {
  return document.documentElement.dataset['base'] ?? '';
}

/** Where others reach this service: what the operator says, else where this page is. */
export function publicBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="public-url"]');
  return named?.content ?? `${location.origin}${basePath()}`;
}

/** Where this service is, by this page and by what the operator says. */
export function ourOrigins(): string[] {
  return [location.origin, new URL(publicBase()).origin];
}

/** The element of a click that matches, also where something within it was hit. */
export function hit(event: Event, selector: string): HTMLElement | null {
  const { target } = event;
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
