/** The element with this id, with its type checked if given. */
export function byId(id: string): HTMLElement;
export function byId<E extends HTMLElement>(id: string, kind: new () => E): E;
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.querySelector(`#${id}`);
  if (element instanceof kind) return element;
  throw new Error(`this page has no ${kind.name} #${id}`);
}

/** The first element below `root` that matches, with its type checked. */
export function one<E extends Element>(root: ParentNode, selector: string, kind: new () => E): E {
  const element = root.querySelector(selector);
  if (element instanceof kind) return element;
  throw new Error(`there is no ${kind.name} ${selector}`);
}

/** An element with these properties. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}

export function createButton(properties: Partial<HTMLButtonElement>): HTMLButtonElement {
  return create('button', { type: 'button', ...properties });
}

/** Announces a sentence to screen readers. */
export function announce(sentence: string): void {
  byId('announcer').textContent = sentence;
}

/** Announces what is drawn now, in a live region of its own, so that it replaces no other announcement. */
export function announcePicture(sentence: string): void {
  byId('picture-announcer').textContent = sentence;
}

/** The path prefix of a proxy; usually empty. */
export function basePath(): string {
  return document.documentElement.dataset['base'] ?? '';
}

/** The public URL of this service: the operator's, or that of this page. */
export function publicBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="public-url"]');
  return named?.content ?? `${location.origin}${basePath()}`;
}

/** The origins of this service: that of this page and the operator's. */
export function ourOrigins(): string[] {
  return [location.origin, new URL(publicBase()).origin];
}

/** The slot of the form that an event happened in. */
export function slotAt(event: Event): HTMLLIElement | null {
  const slot = hit(event, 'li.slot');
  return slot instanceof HTMLLIElement ? slot : null;
}

/** The element at or above the target of a click that matches. */
export function hit(event: Event, selector: string): HTMLElement | null {
  const { target } = event;
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
