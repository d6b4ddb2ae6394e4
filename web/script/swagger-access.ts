// What Swagger UI leaves undone for those who don't see it, or don't use a mouse.

/** A component of React, as plugins of Swagger UI know them. */
type Props = { readonly path?: string; readonly text?: string };
type Component = (props: Props) => unknown;
type System = {
  readonly React: { createElement(kind: unknown, props: unknown, ...rest: unknown[]): unknown };
};

/**
 * The line of an operation is a button already: the link that Swagger UI puts into it could not be
 * pressed by key, and does what the button does.
 */
export const plainSummaries = {
  wrapComponents: {
    DeepLink:
      (original: Component, { React }: System): Component =>
      (props) =>
        props.path?.includes('/') === true
          ? React.createElement('span', null, props.text)
          : React.createElement(original, props),
  },
};

const nameless = ':is(input, select, textarea):not([aria-label], [type="hidden"])';

/** Names every field after the parameter that it is for, also those that are still to come. */
export function nameFields(root: HTMLElement): void {
  const name = (): void => {
    for (const field of root.querySelectorAll<HTMLElement>(nameless)) {
      field.ariaLabel = nameFor(field) ?? field.getAttribute('aria-label');
    }
  };
  name();
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
}

/** In English, as all of Swagger UI is; `null` for a field that has a label of its own. */
function nameFor(field: HTMLElement): string | null {
  const { paramName, propertyName } =
    field.closest<HTMLElement>('[data-param-name], [data-property-name]')?.dataset ?? {};
  const name = paramName ?? propertyName;
  if (name !== undefined) return name;
  if (field.closest('.body-param') !== null) return 'Request body';
  return 'labels' in field && field.labels instanceof NodeList && field.labels.length > 0
    ? null
    : 'Value';
}
