import { isMuxError } from '../model/index.js';
import type { RequestOptions } from './command-channel.js';
import type { TmuxContext } from './context.js';
import { parseRecords, type RecordFields, recordFormat, type TmuxRecord } from './record-format.js';

/** What one of tmux's lists says, with the fields that are wanted; nothing where no server runs. */
export async function listRecords<Fields extends RecordFields>(
  tmux: Pick<TmuxContext, 'request'>,
  [command, ...args]: readonly [command: string, ...args: string[]],
  fields: Fields,
  options: RequestOptions = {},
): Promise<TmuxRecord<Fields>[]> {
  try {
    const [body] = await tmux.request([[command, ...args, '-F', recordFormat(fields)]], options);
    return parseRecords(fields, body ?? Buffer.alloc(0));
  } catch (error) {
    if (isMuxError(error, 'NO_SERVER')) return [];
    throw error;
  }
}
