import type { Component, System } from './swagger-types.ts';

// Accessibility fixes for Swagger UI.

type LinkProps = { readonly path?: string; readonly text?: string };

/**
 * The line of an operation is a button already: the link that Swagger UI puts into it is not reachable
 * by keyboard, and does the same.
 */
export const plainSummaries = {
  wrapComponents: {
    DeepLink:
      (original: unknown, { React }: System): Component<LinkProps> =>
      (props) =>
        props.path?.includes('/') === true
          ? React.createElement('span', null, props.text)
          : React.createElement(original, props),
  },
};

const nameless = ':is(input, select, textarea):not([aria-label], [type="hidden"])';

/** Names fields, headings and landmarks, including those that are added later. */
export function nameParts(root: HTMLElement): void {
  const name = (): void => {
    // The page has a headline of its own; and this part is above what Swagger UI calls `main`.
    root.querySelector('.info .title')?.setAttribute('aria-level', '2');
    const about = root.querySelector('.information-container');
    about?.setAttribute('role', 'region');
    about?.setAttribute('aria-label', 'About the API');
    for (const table of root.querySelectorAll('[role="region"].responses-table')) {
      const line = table
        .closest('.opblock')
        ?.querySelector('.opblock-summary-path-description-wrapper');
      table.ariaLabel ??= `Responses: ${line?.textContent ?? ''}`;
    }
    for (const field of root.querySelectorAll<HTMLElement>(nameless)) {
      field.ariaLabel = nameFor(field) ?? field.getAttribute('aria-label');
    }
  };
  name();
  new MutationObserver(name).observe(root, { childList: true, subtree: true });
}

/** In English, like all of Swagger UI; `null` for a field with its own label. */
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
