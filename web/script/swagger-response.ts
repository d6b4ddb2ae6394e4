import type { Component, LiveResponseProps, System } from './swagger-types.ts';

/**
 * A plugin that shows what came back before the command line that would bring it, and goes there if that is
 * below the screen.
 */
export function responsePlugin({ React }: System): object {
  const { createElement } = React;
  const isAbove = React.createContext(false);
  let isAwaited = false;
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.execute')) isAwaited = true;
  });

  const liveResponse =
    (original: unknown): Component<LiveResponseProps> =>
    (props) => {
      const { response, path, method, specSelectors, getComponent } = props;
      const root = React.useRef<HTMLElement>(null);
      React.useEffect(() => {
        if (isAwaited) showResponse(root.current);
        isAwaited = false;
      }, [response]);
      return createElement(
        'div',
        { ref: root, className: 'live-response' },
        createElement(isAbove.Provider, { value: true }, createElement(original, props)),
        createElement(getComponent('curl', true), {
          request: specSelectors.requestFor(path, method),
        }),
      );
    };

  const curl =
    (original: unknown): Component =>
    (props) =>
      React.useContext(isAbove) ? null : createElement(original, props);

  return { wrapComponents: { liveResponse, curl } };
}

function showResponse(root: HTMLElement | null): void {
  if (root === null || root.getBoundingClientRect().top < innerHeight / 2) return;
  root.scrollIntoView();
}
