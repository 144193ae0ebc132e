import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the dashboard as it is now. */
    webFolder: string;
  }
}

/** Builds the dashboard for the tests, beside whatever was built before. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'mux-web-'));
  await build({
    configFile: fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: folder },
  });
  project.provide('webFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
