import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MuxError } from '../model/index.js';

/** The Debian mirror that this machine installs from, so that images come from the same place. */
export async function debianMirror(folder = '/etc/apt'): Promise<string> {
  const parts = await readdir(join(folder, 'sources.list.d')).catch(() => []);
  const files = ['sources.list', ...parts.sort().map((name) => join('sources.list.d', name))];
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    const uris = file.endsWith('.sources') ? deb822Uris(text) : oneLineUris(text);
    const mirror = uris.find(isDebianArchive);
    if (mirror) return mirror.replace(/\/$/, '');
  }
  throw new MuxError('FILE_NOT_FOUND', `No Debian mirror is named in ${folder}.`, {
    suggestion: 'Make Debian images on a machine that is a Debian itself.',
  });
}

/** `deb [options] URI suite component…` */
function oneLineUris(text: string): string[] {
  return [...text.matchAll(/^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)/gm)].map(([, uri = '']) => uri);
}

/** Paragraphs of `Field: values`; a value may continue in indented lines, and a comment may stand between. */
function deb822Uris(text: string): string[] {
  return text
    .replace(/^#.*\n/gm, '')
    .split(/\n\s*\n/)
    .filter(
      (paragraph) => /^Types:.*\bdeb\b/im.test(paragraph) && !/^Enabled:\s*(no|false)/im.test(paragraph),
    )
    .flatMap((paragraph) => /^URIs:((?:.*)(?:\n[ \t].*)*)/im.exec(paragraph)?.[1]?.trim().split(/\s+/) ?? []);
}

/** Not the security archive, nor that of another project: `…/debian`, or a snapshot of it. */
function isDebianArchive(uri: string): boolean {
  return /^(https?|file):\/\/\S*\/debian(\/\d{8}T\d{6}Z)?\/?$/.test(uri);
}
