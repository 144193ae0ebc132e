import { isMuxError, MuxError, parseDuration, parseHostAddress, shownText } from '../model/index.js';
import { LinearPattern } from '../patterns/index.js';

export type OptionKind = 'text' | 'number' | 'duration' | 'pair' | 'pattern' | 'host';

/** `30s` → 30000. A number alone is seconds, as `timeout` and `sleep` have it. */
export function readDuration(option: string, text: string): number {
  const ms = parseDuration(/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text, 1_000);
  // A blank in it is a word that was quoted by mistake.
  if (ms !== undefined && !/\s/.test(text)) return Math.round(ms);
  throw invalid(
    `Invalid duration in --${option}: '${shownText(text)}'.`,
    'Use a number and a unit, e.g. 500ms, 30s, 5m, 2h or 7d.',
  );
}

export function readNumber(option: string, text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(
    `--${option} must be a whole number, and is '${shownText(text)}'.`,
    `Use a number, e.g. --${option} 20.`,
  );
}

/** `KEY=VALUE`; a value may hold further signs, and be empty. */
export function readPair(option: string, text: string): readonly [key: string, value: string] {
  const equals = text.indexOf('=');
  if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
  throw invalid(
    `--${option} must be KEY=VALUE, and is '${shownText(text)}'.`,
    `Use e.g. --${option} KEY=VALUE.`,
  );
}

/** A regular expression as it stands, or between slashes with flags behind it. */
export function readPattern(option: string, text: string): RegExp {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  try {
    return source === undefined ? new LinearPattern(text) : new LinearPattern(source, flags);
  } catch (error) {
    if (isMuxError(error)) throw error;
    const why = shownText((error as Error).message.replace(/^Invalid regular expression: /, ''), 200);
    throw invalid(
      `--${option} is not a valid regular expression: ${why}.`,
      'Escape special characters with a backslash to match them literally.',
    );
  }
}

/** A word alone is the name of a container, so that nearly every one is an address; but none is that long. */
export function checkHost(text: string): void {
  if (text.length > 1_000) {
    throw new MuxError('INVALID_ADDRESS', `'${shownText(text)}' is not a host address: it is too long.`, {
      suggestion: 'Use local, docker://NAME or ssh://user@host:port.',
    });
  }
  parseHostAddress(text);
}

function invalid(message: string, suggestion: string): MuxError {
  return new MuxError('INVALID_ARGUMENT', message, { suggestion });
}
