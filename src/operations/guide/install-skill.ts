import { rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { homeFolder, isMuxError, MuxError, makeFolders, readRegularFile } from '../../model/index.js';
import { isOurSkill, SKILL_NAME } from './skill-file.js';

export type SkillReader = 'claude' | 'codex';

export interface SkillPlace {
  readonly reader: SkillReader;
  readonly path: string;
}

export interface SkillChange extends SkillPlace {
  readonly change: 'written' | 'updated' | 'unchanged' | 'removed' | 'absent';
}

/**
 * Where agents look for a person's skills. Codex (seen on 0.166) reads `~/.agents/skills`, whatever CODEX_HOME says;
 * Claude Code (seen on 2.1) reads `skills` in its configuration folder.
 */
export function skillPlaces(env: NodeJS.ProcessEnv = process.env, home: string = homeFolder()): SkillPlace[] {
  const file = join('skills', SKILL_NAME, 'SKILL.md');
  return [
    { reader: 'claude', path: join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), file) },
    { reader: 'codex', path: join(home, '.agents', file) },
  ];
}

/**
 * Writes the skill where agents find it. A file that a person wrote or changed is never touched: then nothing is
 * written anywhere, and it fails with `FILE_NOT_OURS`.
 */
export async function installSkill(text: string, places: readonly SkillPlace[]): Promise<SkillChange[]> {
  const found = await Promise.all(places.map(readOurs));
  const changes: SkillChange[] = [];
  for (const [index, place] of places.entries()) {
    const before = found[index];
    if (before !== text) await replace(place.path, text);
    const change = before === undefined ? 'written' : before === text ? 'unchanged' : 'updated';
    changes.push({ ...place, change });
  }
  return changes;
}

/** Removes what was installed, with the folder if nothing else is in it. */
export async function uninstallSkill(places: readonly SkillPlace[]): Promise<SkillChange[]> {
  const found = await Promise.all(places.map(readOurs));
  const changes: SkillChange[] = [];
  for (const [index, place] of places.entries()) {
    if (found[index] === undefined) {
      changes.push({ ...place, change: 'absent' });
      continue;
    }
    await rm(place.path);
    await rmdir(dirname(place.path)).catch(() => {});
    changes.push({ ...place, change: 'removed' });
  }
  return changes;
}

async function readOurs({ path }: SkillPlace): Promise<string | undefined> {
  const text = await readRegularFile(path).then(String, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw isMuxError(error) ? error : unusable(path, error);
  });
  if (text === undefined || isOurSkill(text)) return text;
  throw new MuxError('FILE_NOT_OURS', `'${path}' was written or changed by a person or another program.`, {
    suggestion: 'Move it away or remove it, then try again.',
    details: { path },
  });
}

/** In one step, so that no agent reads half of it. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  try {
    makeFolders(dirname(path), 0o777);
    await writeFile(temporary, text, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw unusable(path, error as NodeJS.ErrnoException);
  }
}

function unusable(path: string, cause: NodeJS.ErrnoException): MuxError {
  return new MuxError('PERMISSION_DENIED', `'${path}' cannot be used (${cause.code ?? cause.message}).`, {
    suggestion: 'Check the permissions of the file and its folder.',
    details: { path },
    cause,
  });
}
