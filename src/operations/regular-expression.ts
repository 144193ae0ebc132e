import { isMuxError, MuxError } from '../model/index.js';
import { LinearPattern } from '../patterns/index.js';

/**
 * A regular expression that came as text; between slashes and with an `i` behind them it is one for both cases. Fails
 * with `INVALID_ARGUMENT` where it is none, and with `PATTERN_NOT_LINEAR` where it cannot be matched in linear time.
 *
 * @example
 * regularExpression('/password:$/i', 'regex'); // /password:$/iu
 */
export function regularExpression(text: string, field: string): RegExp {
  const inside = /^\/(.+)\/i$/s.exec(text)?.[1];
  const [source, flags] = inside === undefined ? [text, ''] : [inside, 'i'];
  try {
    return new LinearPattern(source, `${flags}u`);
  } catch (error) {
    if (isMuxError(error)) throw error;
    // Many people write `\-` or `\"`, which only the older form lets pass.
  }
  try {
    return new LinearPattern(source, flags);
  } catch (cause) {
    if (isMuxError(cause)) throw cause;
    const reason = (cause as Error).message.replace(/^Invalid regular expression: /, '');
    throw new MuxError(
      'INVALID_ARGUMENT',
      `'${field}' is not a valid regular expression: ${reason.slice(0, 200)}.`,
      {
        suggestion:
          'Use JavaScript syntax, without delimiters or as /…/i; escape special characters with a backslash.',
        details: { field },
        cause,
      },
    );
  }
}
