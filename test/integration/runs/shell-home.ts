import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface ShellHome extends AsyncDisposable {
  readonly folder: string;
  readonly env: Record<string, string>;
}

/** A home folder for a shell, with its configuration in `rc`. */
export async function shellHome(rc: string, config = ''): Promise<ShellHome> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-home-'));
  // Where it is missing, fish reads all manual pages in the background.
  await mkdir(join(folder, '.local/share/fish/generated_completions'), { recursive: true });
  await mkdir(dirname(join(folder, rc)), { recursive: true });
  await writeFile(join(folder, rc), config);
  return {
    folder,
    env: { HOME: folder, ENV: join(folder, '.shrc') },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
