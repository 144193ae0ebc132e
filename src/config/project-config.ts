import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { MuxError } from '../model/index.js';
import type { AgentsConfig } from './agents-config.js';
import { userConfigPath } from './config-path.js';
import { readSections, SECTION } from './parse-config.js';

/**
 * Reads the `muxwright.yaml` of a folder that somebody else may have made. It may set how text is sent to agents, within
 * the bounds of each key, and name its own folders with profiles. Every other section reaches beyond the project, and
 * is refused with `CONFIG_INVALID`.
 */
export async function readProjectConfig(text: string, file: string): Promise<Partial<AgentsConfig>> {
  const { agents } = readSections(text, file, (section) => {
    if (section !== SECTION) throw ownOnly(file, section);
  });
  const { profileFolders, ...timing }: Partial<AgentsConfig> = Object.assign({}, ...agents);
  if (!profileFolders) return timing;
  const root = await realpath(dirname(file));
  const folders = await Promise.all(profileFolders.map((folder) => insideOf(root, folder, file)));
  return { ...timing, projectProfileFolders: folders };
}

/** Where a folder really is, which is inside the project. */
async function insideOf(root: string, folder: string, file: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined);
  const place = real ?? folder;
  const details = { file, folder };
  if (place !== root && !place.startsWith(root === sep ? sep : `${root}${sep}`)) {
    throw new MuxError(
      'CONFIG_INVALID',
      `'${file}' names profiles in '${folder}', and may name only folders inside '${root}'.`,
      { suggestion: `To use them everywhere, name the folder in ${userConfigPath()}.`, details },
    );
  }
  if (real !== undefined) return real;
  throw new MuxError(
    'CONFIG_INVALID',
    `'${file}' names the folder '${folder}' for profiles, which is missing.`,
    {
      suggestion: 'Create the folder, or remove it from the file.',
      details,
    },
  );
}

/** A person who enters a folder from elsewhere must not serve, record, or remember where its author wants. */
function ownOnly(file: string, section: string): MuxError {
  const instead = section === 'store' ? ', or set MUXWRIGHT_STORE' : '';
  return new MuxError(
    'CONFIG_INVALID',
    `'${file}' has a section '${section}', which counts only in your own file.`,
    {
      suggestion: `Move it to ${userConfigPath()}${instead}.`,
      details: { file, section },
    },
  );
}
