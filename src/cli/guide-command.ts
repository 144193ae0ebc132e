import { MuxError } from '../model/index.js';
import { allOperations } from '../operations/families.js';
import {
  endingOperations,
  everydayOperations,
  guideText,
  installSkill,
  type SkillChange,
  type SkillPlace,
  skillFile,
  skillPlaces,
  uninstallSkill,
} from '../operations/index.js';
import type { Output } from './output.js';
import type { ParsedArguments } from './parse-arguments.js';
import { shellNames } from './shell-names.js';

/** Prints the guide for models, or puts it where agents look. */
export async function guideCommand(args: ParsedArguments, output: Output): Promise<number> {
  const places = placesOf(args.values('for'));
  if (args.has('install') && args.has('uninstall')) {
    throw new MuxError('INVALID_ARGUMENT', '--install and --uninstall cannot be combined.');
  }
  if (args.has('uninstall')) return tell(await uninstallSkill(places));
  const guide = await shellGuide();
  if (args.has('install')) return tell(await installSkill(skillFile(guide), places));
  output.print(args.has('json') ? `${JSON.stringify({ guide }, undefined, 2)}\n` : `${guide}\n`);
  return 0;

  function tell(changes: readonly SkillChange[]): number {
    const lines = changes.map(({ path, change }) => `${change.padEnd(9)} ${path}\n`);
    output.print(args.has('json') ? `${JSON.stringify({ changes }, undefined, 2)}\n` : lines.join(''));
    return 0;
  }
}

function placesOf(readers: readonly string[]): readonly SkillPlace[] {
  const all = skillPlaces();
  const unknown = readers.find((reader) => !all.some((place) => place.reader === reader));
  if (unknown !== undefined) {
    throw new MuxError('INVALID_ARGUMENT', `Unknown agent in --for: '${unknown}'.`, {
      suggestion: `Use ${all.map(({ reader }) => reader).join(' or ')}.`,
    });
  }
  return readers.length === 0 ? all : all.filter(({ reader }) => readers.includes(reader));
}

/** The guide for somebody with a shell. */
async function shellGuide(): Promise<string> {
  const named = [...everydayOperations, ...endingOperations];
  const operations = (await allOperations()).filter(({ name }) => named.includes(name));
  return guideText({ operations, nameOf: ({ name }) => shellNames[name] ?? `mux call ${name}` });
}
