import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program on PATH, or in the folders for daemons that an ordinary user's PATH lacks. */
export function findProgram(name, path = process.env.PATH ?? '') {
  const folders = [
    ...path.split(delimiter).filter(Boolean),
    '/usr/local/sbin',
    '/usr/sbin',
    '/sbin',
    ...postgres(),
  ];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Debian has several versions of PostgreSQL side by side, each in a folder of its own. */
function postgres(place = '/usr/lib/postgresql') {
  return existsSync(place) ? readdirSync(place).map((version) => join(place, version, 'bin')) : [];
}
