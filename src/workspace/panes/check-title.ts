import { MuxError } from '../../model/index.js';

/** Checks the title of a pane, or something else that people read, such as the name of a layout. */
export function checkTitle(title: string, parameter = 'title'): void {
  const why = /[\x00-\x1f\x7f]/.test(title)
    ? 'it has control characters'
    : title.length > 200
      ? 'it is longer than 200 characters'
      : undefined;
  if (why === undefined) return;
  throw new MuxError('INVALID_NAME', `Invalid value for '${parameter}': ${why}.`, {
    suggestion: 'Use a few plain words.',
  });
}
