import { createOptionList } from './swagger-option-list.ts';
import {
  textOf,
  type Component,
  type Context,
  type Fields,
  type ParametersProps,
  type Props,
  type React,
  type System,
} from './swagger-types.ts';

// In the console an operation shows the fields that it needs and those that its example has; each other
// option comes when it is asked for. So Execute is near, however many options there are.

/** What a field of an option is told by its row. */
type OptionRow = { readonly name: string; readonly remove: () => void };
/** What rows are told: how to remove an option. */
type Removal = Context<((name: string) => void) | null>;

/** The plugin. */
export function optionsPlugin({ React }: System): object {
  const { createElement, createContext, useContext } = React;
  const row = createContext<OptionRow | null>(null);
  const removal: Removal = createContext<((name: string) => void) | null>(null);

  /** Its field learns which option it is of. */
  const parameterRow =
    (original: unknown): Component<{ readonly rawParam: Fields }> =>
    (props) => {
      const remove = useContext(removal);
      const name = textOf(props.rawParam, 'name');
      const isOption = remove !== null && !isRequired(props.rawParam);
      const value = isOption ? { name, remove: () => remove(name) } : null;
      return createElement(row.Provider, { value }, createElement(original, props));
    };

  /** A field, and what removes it if it is of an option. Fields in it have none of their own. */
  const field =
    (original: unknown): Component =>
    (props: Props) => {
      const option = useContext(row);
      if (option === null) return createElement(original, props);
      const { name, remove: onClick } = option;
      return createElement(
        'div',
        { className: 'option-field' },
        createElement(row.Provider, { value: null }, createElement(original, props)),
        createElement(
          'button',
          { type: 'button', className: 'btn remove-option', onClick, title: 'Remove' },
          createElement('span', { className: 'unseen' }, `Remove ${name}`),
        ),
      );
    };

  const parameters = parametersWith(React, removal);
  return { wrapComponents: { parameters, parameterRow, JsonSchemaForm: field } };
}

/** The parameters that are shown, and a list of all others. */
function parametersWith(React: React, removal: Removal) {
  const { createElement, useEffect, useRef, useState } = React;
  const optionList = createOptionList(React);
  return (original: unknown): Component<ParametersProps> =>
    (props) => {
      const { parameters, operation, getComponent } = props;
      const [asked, ask] = useState<readonly string[]>([]);
      const [added, setAdded] = useState('');
      const root = useRef<HTMLElement>(null);
      useEffect(() => focusField(root.current, added), [added]);
      useEffect(() => showWhole(root.current), []);
      const isShown = (parameter: Fields): boolean =>
        isRequired(parameter) ||
        asked.includes(textOf(parameter, 'name')) ||
        hasValue(props, parameter);
      const others = parameters.filter((one) => !isShown(one)).toArray();
      const shown = parameters
        .filter(isShown)
        .sortBy((one) => (isRequired(one) ? -1 : asked.indexOf(textOf(one, 'name')) + 1));
      const add = (name: string): void => {
        ask([...asked, name]);
        setAdded(name);
      };
      const remove = (name: string): void => {
        empty(props, name);
        ask(asked.filter((one) => one !== name));
        setAdded('');
        root.current?.querySelector<HTMLElement>('.add-option > summary')?.focus();
      };
      const isBare = shown.toArray().length === 0;
      const fields = createElement(original, { ...props, parameters: shown });
      const more = textOf(operation, 'x-more');
      return createElement(
        'div',
        { ref: root, className: isBare ? 'option-fields bare' : 'option-fields' },
        more !== '' &&
          createElement(
            'details',
            { className: 'more-words' },
            createElement('summary', null, 'More about it'),
            createElement(getComponent('Markdown', true), { source: more }),
          ),
        createElement(removal.Provider, { value: remove }, fields),
        // Also without any that is left: it takes the focus from the last one removed.
        createElement(optionList, { options: others, add }),
      );
    };
}

function isRequired(parameter: Fields): boolean {
  return parameter.get('required') === true;
}

/** Whether somebody gave it a value, or its example does; one that was removed has none. */
function hasValue({ specSelectors, pathMethod }: ParametersProps, parameter: Fields): boolean {
  const value = specSelectors.parameterWithMetaByIdentity(pathMethod, parameter)?.get('value');
  return value === undefined ? parameter.get('example') !== undefined : value !== null;
}

function empty({ parameters, pathMethod, specActions }: ParametersProps, name: string): void {
  const isIt = (one: Fields): boolean => textOf(one, 'name') === name && !isRequired(one);
  const parameter = parameters.toArray().find(isIt);
  if (parameter === undefined) return;
  specActions.changeParamByIdentity(pathMethod, parameter, null, false);
}

function focusField(root: HTMLElement | null, name: string): void {
  if (name === '') return;
  const field = `tr[data-param-name="${CSS.escape(name)}"] :is(input, select, textarea, button)`;
  root?.querySelector<HTMLElement>(field)?.focus();
}

/** An operation whose fields end below the screen when it is opened moves up. */
function showWhole(root: HTMLElement | null): void {
  const operation = root?.closest<HTMLElement>('.opblock');
  const actions = operation?.querySelector('.execute')?.parentElement;
  if (!root || !operation || !actions) return;
  if (!location.hash.endsWith(operation.id.replace(/^.*-/, ''))) return;
  const room = innerHeight - actions.getBoundingClientRect().height;
  if (root.getBoundingClientRect().bottom > room) operation.scrollIntoView();
}
