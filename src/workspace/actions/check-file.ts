import { MuxError } from '../../model/index.js';
import { isPath } from '../panes/check-folder.js';

/** Checks the path of a file that is to be written. */
export function checkFile(file: string): string {
  if (isPath(file) && !file.endsWith('/')) return file;
  throw new MuxError(
    'INVALID_ARGUMENT',
    `Invalid value for 'file': '${JSON.stringify(file).slice(1, -1)}'.`,
    {
      suggestion: 'Give the absolute path of a file, such as file="/workspace/notes.log".',
    },
  );
}
