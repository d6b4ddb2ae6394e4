import { afterEach, expect, test, vi } from 'vitest';
import type { Item } from '../../../src/service/site/front/lineup.ts';
import { surprise } from '../../../web/script/surprise.ts';

class Choice {
  readonly type = 'radio';
  readonly dataset: { readonly option: string };
  readonly value: string;
  checked: boolean;
  constructor(option: string, value: string, checked: boolean) {
    this.dataset = { option };
    this.value = value;
    this.checked = checked;
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([0, 1, 2].flatMap((chosen) => [0, 0.5, 0.99].map((luck) => [chosen, luck] as const)))(
  'with choice %i shown, a surprise with the luck %d is another scene and arrangement',
  (chosen, luck) => {
    vi.spyOn(Math, 'random').mockReturnValue(luck);
    const choices = ['scene', 'arrangement'].flatMap((option) =>
      ['a', 'b', 'c'].map((value, index) => new Choice(option, value, index === chosen)),
    );
    class Field {
      readonly dataset = {};
      readonly value = '';
      readonly checked = false;
      readonly selectedOptions = [];
    }
    for (const name of ['HTMLElement', 'HTMLSelectElement']) vi.stubGlobal(name, Field);
    // Fields of the look are inputs, as the choices are.
    vi.stubGlobal('HTMLInputElement', Field);
    Object.setPrototypeOf(Choice.prototype, Field.prototype);
    vi.stubGlobal('document', {
      querySelector: (selector: string) => (selector.startsWith('#') ? new Field() : null),
      querySelectorAll: (selector: string) => {
        const option = /data-option="(\w+)"/.exec(selector)?.[1];
        if (option !== undefined) return choices.filter(({ dataset }) => dataset.option === option);
        return selector.includes('[data-option]') ? choices : [];
      },
    });
    const samples = 'abcdefg'.split('').map((letter) => `sample-${letter}`);
    const form: HTMLFormElement = Object({ dataset: { samples: samples.join(' ') } });
    const replaceAll = vi.fn<(items: readonly Item[]) => void>();
    surprise(form, Object({ items: () => [], all: () => [], replaceAll }));
    const players = replaceAll.mock.lastCall?.[0] ?? [];
    expect(players).toHaveLength(3 + Math.floor(luck * 4));
    expect(new Set(players.map(({ value }) => value)).size).toBe(players.length);
    for (const { value, label } of players) expect(value).toBe(`sample-${label.toLowerCase()}`);
    const shown = choices.filter(({ checked }) => checked);
    expect(shown.map(({ dataset }) => dataset.option)).toEqual(['scene', 'arrangement']);
    expect(shown.map((choice) => choices.indexOf(choice) % 3)).not.toContain(chosen);
  },
);
