import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Gives an agent a Git that waits for the file `go` in its home. Codex asks it before it has started, for 5 s at most. */
export async function slowGit(home: string): Promise<void> {
  const git = join(home, 'bin', 'git');
  await mkdir(join(home, 'bin'));
  await writeFile(git, `#!/bin/sh\n${untilGo(home)}\nPATH=\${PATH#*:} exec git "$@"\n`);
  await chmod(git, 0o755);
}

/** What a shell is told to wait for the file. */
export function untilGo(home: string): string {
  return `until [ -e '${join(home, 'go')}' ]; do sleep 0.05; done`;
}
