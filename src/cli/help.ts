import { describeSchema, rulesOf } from '../common/schemas/validation-message.ts';
import { figureOptions, groupOptions, modelOptions, shownOption } from './read-arguments.ts';

const usage = `Draws block-game players: lineup PLAYER… -o FILE [options]

A player is a name, a UUID, a Bedrock gamertag (.Steve) or XUID, a texture hash, a sample (sample-fox),
the URL or the file of a skin (./me.png), or - for standard input.

  -o, --output FILE   Where the picture goes; its ending is the format; .glb is a 3D model of one
                      player. - is standard output.
  --service URL       The root of an account service to look names up at, instead of Mojang's.
  -h, --help          This text.
  --version           The version.

Exit codes: 0, 1 if what was requested is not available, 2 if the request is wrong.

One player is drawn alone, without a name, unless an option of groups or --render-type varied is given. An
option with a number belongs to one player, counted from 0: --pose.1, --hold.0. A switch needs no value;
--no-NAME turns it off.
`;

/** The text of `--help`, with every option of the API. */
export function helpText(): string {
  const figure = new Map(Object.entries(rulesOf(figureOptions).properties ?? {}));
  const group = new Map(Object.entries(rulesOf(groupOptions).properties ?? {}));
  const names = new Set([...figure.keys(), ...group.keys()]);
  const sorted = [...names].toSorted();
  const sections = [
    ['Options:', sorted.filter((name) => figure.has(name) && group.has(name))],
    ['Options of one player alone:', sorted.filter((name) => !group.has(name))],
    ['Options of groups:', sorted.filter((name) => !figure.has(name))],
  ] as const;
  const texts = sections.map(([title, all]) => {
    const options = all.map((name) => optionText(name, group.get(name) ?? figure.get(name) ?? {}));
    return `${title}\n\n${options.join('\n')}`;
  });
  return [usage.trimEnd(), ofModels(), ...texts, ofOnePlayer(names)].join('\n\n');
}

/** Of the options below, those of a 3D model. */
function ofModels(): string {
  const names = Object.keys(modelOptions.properties).map(shownOption).join(', ');
  return wrapped(`A .glb has ${names}.`, 'Its --motion takes several: walk,wave or all.');
}

/** The options that only exist with a number. */
function ofOnePlayer(names: ReadonlySet<string>): string {
  const patterns = Object.entries(rulesOf(groupOptions).patternProperties ?? {});
  const options = patterns.flatMap(([pattern, schema]) => {
    const [name = ''] = /\w+/.exec(pattern) ?? [];
    return names.has(name) ? [] : [optionText(`${name}.0`, schema)];
  });
  return `Options of one player in a group, here of the first:\n\n${options.join('\n')}`;
}

function optionText(name: string, schema: object): string {
  const rules = rulesOf(schema);
  const { items } = rules;
  const { description = '' } = rulesOf(items ?? rules);
  const allowed = describeSchema(items ?? rules).replaceAll('"', '');
  const repeated = items === undefined ? '' : ' Repeat it for the next player.';
  return wrapped(`${shownOption(name)}: ${allowed}`, `${description}${repeated}`);
}

const columns = 100;

/** A line, and below it an indented text. */
function wrapped(line: string, text: string): string {
  return [
    [line, '  '],
    [text, '      '],
  ]
    .flatMap(([part = '', indent = '']) => {
      const lines = [indent];
      for (const word of part.replaceAll('`', '').split(' ')) {
        const last = lines.at(-1)!;
        const isFull = last.length + word.length >= columns && last.trim() !== '';
        if (isFull) lines.push(`      ${word}`);
        else lines[lines.length - 1] = last.trim() === '' ? `${last}${word}` : `${last} ${word}`;
      }
      return lines;
    })
    .join('\n');
}
