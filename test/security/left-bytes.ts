import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file below a folder that has one of the texts in it, in whatever way it is written, with the text. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    for (const text of texts) {
      const where = bytes.indexOf(text);
      if (where < 0) continue;
      const around = bytes.subarray(Math.max(0, where - 60), where + 60).toString('latin1');
      found.push(`${path}: ${text} in ${JSON.stringify(around)}`);
    }
  }
  return found;
}

/** A text as programs write it down. */
export function formsOf(text: string): string[] {
  const url = encodeURIComponent(text);
  const json = JSON.stringify(text).slice(1, -1);
  const forms = [text, json, JSON.stringify(json).slice(1, -1), url, url.replaceAll('%20', '+')];
  return [...new Set([...forms, text.replaceAll(' ', '\\ ')])];
}
