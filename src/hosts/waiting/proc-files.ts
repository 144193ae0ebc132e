import { readdirSync, readFileSync } from 'node:fs';

/** The text of a file; `undefined` where it is gone or not for us. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').trimEnd();
  } catch {
    return undefined;
  }
}

/** The names in a folder; none where it is gone or not for us. */
export function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
