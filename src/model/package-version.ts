import { readFileSync } from 'node:fs';

/** The version in package.json, which is as far from the sources as from the build. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
