import { chmod, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readRegularFile } from '../../model/index.js';
import { hookFolders, makeHookFolder } from './hook-folders.js';
import { hookScript } from './hook-script.js';

/** Puts the hook script into its folder, where it is not there or another version; its path is the answer. */
export async function installScript(folder?: string): Promise<string> {
  const { script, spool } = hookFolders(folder);
  makeHookFolder(spool);
  await chmod(dirname(script), 0o700);
  const present = await readRegularFile(script, { noFollow: true }).then(String, () => undefined);
  if (present !== hookScript) {
    // An agent may be running it at this moment.
    const temporary = `${script}.${process.pid}`;
    await writeFile(temporary, hookScript, { mode: 0o700 });
    await rename(temporary, script);
  }
  await chmod(script, 0o700);
  return script;
}
