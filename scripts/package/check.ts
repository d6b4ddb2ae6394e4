import { existsSync } from 'node:fs';
import { fontsFolder } from '../../src/engine/text/font-files.ts';
import { nodeProblem } from '../../src/cli/least-node.ts';

// What the package needs, said before anything else of it is loaded: an older Node can't even read it.

const problem = nodeProblem(process.versions.node);
if (problem !== null) throw new Error(`lineup-draw ${problem}`);

// Its files are found beside its code.
if (!existsSync(fontsFolder)) {
  throw new Error(
    'lineup-draw is bundled without its files: leave the package external, as its README says',
  );
}
