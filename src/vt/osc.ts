/** The number and the text of an OSC. */
export interface OscCommand {
  readonly number: number;
  readonly text: string;
}

/**
 * Reads what stands between `ESC ]` and the end of an OSC; `undefined` where it does not begin with a number. A colon
 * may stand behind the number, as some programs write it.
 *
 * @example
 * readOsc('2;a title'); // { number: 2, text: 'a title' }
 */
export function readOsc(body: string): OscCommand | undefined {
  const [, number, text = ''] = /^(\d{1,9})(?:[;:](.*))?$/s.exec(body) ?? [];
  return number === undefined ? undefined : { number: Number(number), text };
}

/** The title that an OSC gives the window; `undefined` where it is about something else. */
export function titleIn(body: string): string | undefined {
  const command = readOsc(body);
  return command?.number === 0 || command?.number === 2 ? command.text : undefined;
}
