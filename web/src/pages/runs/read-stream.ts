import type { StreamInput, StreamItem, StreamName } from '../../api/operations.js';
import { errorOf, noAnswer, RequestError } from '../../api/request-error.js';

/**
 * The items of an operation that gives one thing after the other, until there is no more or the signal ends it. What
 * fails throws a `RequestError`, also in the middle.
 *
 * @example
 * for await (const item of readStream('run.follow', { run: id }, signal)) …
 */
export async function* readStream<Name extends StreamName>(
  name: Name,
  input: StreamInput<Name>,
  signal: AbortSignal,
): AsyncGenerator<StreamItem<Name>, void, undefined> {
  const body = await open(name, input, signal);
  for await (const { event, data } of messagesIn(body)) {
    if (event === 'end') return;
    if (event === 'error') throw new RequestError(JSON.parse(data) as object, 200);
    yield JSON.parse(data) as StreamItem<Name>;
  }
  if (!signal.aborted) throw noAnswer(new Error('The stream broke off.'));
}

async function open(name: string, input: unknown, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(`/api/operations/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : noAnswer(error);
  });
  if (!response.ok) throw await errorOf(response);
  if (!response.body) throw noAnswer(new Error('The answer was empty.'));
  return response.body;
}

interface Message {
  readonly event: string;
  readonly data: string;
}

async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Message, void, undefined> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }) as const);
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageIn(block);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Comments, by which the server shows that it is there, are no messages. */
function messageIn(block: string): Message | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice(7);
    if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') };
}
