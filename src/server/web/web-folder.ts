import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the dashboard was built to; `undefined` where it was not. */
export function webFolder(): string | undefined {
  // Beside the built server, or in the build of the sources.
  const places = ['../../web/', '../../../dist/web/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return places.find((folder) => existsSync(`${folder}index.html`));
}
