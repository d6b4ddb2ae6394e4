import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseLenientJson } from './status-json.ts';

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom('\n', '\\', '"', '\0', '\x7f'), fc.string()),
});

it('reads any text of which only quotes and backslashes are escaped', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const written = text.replaceAll(/["\\]/g, String.raw`\$&`);
      expect(parseLenientJson(`{"a":"${written}","b":1}`)).toEqual({ a: text, b: 1 });
    }),
  );
});

it('reads what is JSON as JSON, and refuses everything else with one error', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, length) => {
      expect(parseLenientJson(json)).toEqual(JSON.parse(json));
      try {
        parseLenientJson(json.slice(0, length % (json.length + 1)));
      } catch (error) {
        expect(error).toMatchObject({ kind: 'invalid-response' });
      }
    }),
  );
});
