import { textOf, type Component, type Fields, type React } from './swagger-types.ts';

type OptionListProps = {
  /** The parameters that have no field yet. */
  readonly options: readonly Fields[];
  readonly add: (name: string) => void;
};

/** A list of options that unfolds, with a field that finds them by name or meaning. */
export function createOptionList(React: React): Component<OptionListProps> {
  const { createElement } = React;
  return ({ options, add }) => {
    const [text, setText] = React.useState('');
    const root = React.useRef<HTMLDetailsElement>(null);
    const found = matching(options, text);
    const choose = (name: string): void => {
      setText('');
      if (root.current !== null) root.current.open = false;
      add(name);
    };
    const [first] = found;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement && text && first) {
        choose(textOf(first, 'name'));
      } else if (event.key === 'Escape' && root.current !== null) {
        root.current.open = false;
        root.current.querySelector('summary')?.focus();
      } else if (!step(root.current, event.key)) return;
      event.preventDefault();
    };
    return createElement(
      'details',
      {
        className: 'add-option',
        hidden: options.length === 0,
        ref: root,
        onKeyDown,
        onToggle: () => focusSearch(root.current),
      },
      createElement('summary', null, `Add an option (${options.length})`),
      createElement('input', {
        type: 'search',
        'aria-label': 'Find an option',
        placeholder: 'Find an option',
        autoComplete: 'off',
        value: text,
        onChange: ({ target }: { readonly target: HTMLInputElement }) => setText(target.value),
      }),
      createElement(
        'p',
        { role: 'status', className: found.length > 0 ? 'unseen' : '' },
        text === '' ? '' : `${found.length} of ${options.length} options`,
      ),
      createElement('ul', null, ...found.map((option) => item(React, option, choose))),
    );
  };
}

function item({ createElement }: React, option: Fields, add: (name: string) => void): unknown {
  const name = textOf(option, 'name');
  return createElement(
    'li',
    { key: name },
    createElement(
      'button',
      { type: 'button', onClick: () => add(name) },
      createElement('code', null, name),
      ' ',
      createElement('span', null, plain(textOf(option, 'description'))),
    ),
  );
}

/** Those that have every word; those of that name first. */
function matching(options: readonly Fields[], text: string): readonly Fields[] {
  const words = text.toLowerCase().split(/\s+/);
  const rank = (option: Fields): number => {
    const at = textOf(option, 'name').indexOf(words.join('_'));
    return at < 0 ? 2 : Math.min(at, 1);
  };
  const found = options.filter((option) => {
    const said = `${textOf(option, 'name')} ${textOf(option, 'description')}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  return text.trim() === '' ? found : found.toSorted((a, b) => rank(a) - rank(b));
}

/** The first sentence, without marks. */
function plain(description: string): string {
  const [sentence = ''] = description.split(/(?<=[.;])\s/, 1);
  return sentence.replaceAll('`', '').replace(/;$/, '.');
}

function focusSearch(list: HTMLDetailsElement | null): void {
  if (list?.open === true) list.querySelector('input')?.focus({ preventScroll: true });
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);

/** With the arrow keys from the field to the list, and through it. */
function step(list: HTMLDetailsElement | null, key: string): boolean {
  const by = steps.get(key);
  if (by === undefined || list === null) return false;
  const stops = [...list.querySelectorAll<HTMLElement>('input, li button')];
  const at = stops.findIndex((one) => one === document.activeElement);
  stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus();
  return at >= 0;
}
