import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Answer } from '../operations/open-operations.js';

/** The events of a response, as a browser would read them, with `lastEventId` as it would send it. */
export async function* sseEvents(response: Response): AsyncGenerator<Answer, void, undefined> {
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const lines = createInterface({ input: Readable.fromWeb(response.body as never) });
  let fields: Record<string, string> = {};
  for await (const line of lines) {
    if (line === '') {
      if (fields.data !== undefined) {
        yield { ...JSON.parse(fields.data), event: fields.event, lastEventId: fields.id };
      }
      fields = {};
      continue;
    }
    const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/s.exec(line) ?? [];
    if (name !== '') fields[name] = value;
  }
}
