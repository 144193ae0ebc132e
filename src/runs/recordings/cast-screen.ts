import { openCast } from '../../recorder/index.js';
import { type StyledScreen, screenOfModel } from '../../screen/index.js';
import { emptyScreen, ScreenModel } from '../../vt/index.js';

export interface CastMoment {
  /** Seconds since the begin; the last moment without it. */
  readonly at?: number;
}

export interface CastScreen {
  readonly screen: StyledScreen;
  /** When the last thing happened that is shown, in seconds since the begin. */
  readonly at: number;
}

/**
 * What a player shows at a moment of a recording. Fails with `FILE_NOT_FOUND` or `RECORDING_INVALID`.
 *
 * @example
 * const { screen } = await castScreen('demo.cast');
 * console.log(screenText(screen));
 */
export async function castScreen(path: string, moment: CastMoment = {}): Promise<CastScreen> {
  const { at = Number.POSITIVE_INFINITY } = moment;
  const { header, events } = await openCast(path);
  const terminal = new ScreenModel(emptyScreen(header.width, header.height), { styled: true });
  let last = 0;
  for await (const event of events) {
    if (event.at > at) break;
    last = event.at;
    if (event.type === 'output') terminal.feed(event.data);
    else if (event.type === 'resize') terminal.resize(event.width, event.height);
  }
  return { screen: screenOfModel(terminal), at: last };
}
