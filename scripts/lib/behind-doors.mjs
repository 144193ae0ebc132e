import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { root } from './project.mjs';

const statement = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']+\/index\.js)';/gms;

/** The same for all modules of `src` that were compiled to a folder: to import one of them loads only what it needs. */
export function takeDoorsOut(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  for (const name of names.filter((name) => !/^(?:cli|web)\//.test(name))) {
    const code = readFileSync(join(folder, name), 'utf8');
    const changed = behindDoors(`${root}/src/${name.replace(/\.js$/, '.ts')}`, code);
    if (changed !== code) writeFileSync(join(folder, name), changed);
  }
}

/**
 * The source of a module with the modules behind the doors of other rooms in the place of the doors. esbuild puts all that a
 * door passes on into the files of each module that uses one of its names.
 */
export function behindDoors(path, source) {
  return source.replaceAll(statement, (whole, kind, isType, names, door) => {
    const index = resolve(dirname(path), door).replace(/\.js$/, '.ts');
    if (isType || !index.startsWith(`${root}/src/`) || dirname(index) === dirname(path)) return whole;
    const files = filesBehind(index);
    return namesIn(names)
      .map((name) => {
        const to = relative(dirname(path), files.get(name.split(' as ')[0]) ?? index);
        return `${kind} { ${name} } from '${to.startsWith('.') ? to : `./${to}`}';`;
      })
      .join(' ');
  });
}

const known = new Map();

/** Which file has what a door passes on. */
function filesBehind(index) {
  const files = known.get(index) ?? new Map();
  if (!known.has(index)) {
    known.set(index, files);
    for (const [, , , names, file] of readFileSync(index, 'utf8').matchAll(passedOn))
      for (const name of namesIn(names)) files.set(name.split(' as ').at(-1), resolve(dirname(index), file));
  }
  return files;
}

const passedOn = /^(export) (type )?\{([^}]*)\} from '(\.[^']+)';/gms;

/** Without the types. */
function namesIn(list) {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}
