import type { Host } from '../hosts/index.js';
import { isMuxError } from '../model/index.js';
import { observerOf } from '../panes/index.js';
import type { Pane } from '../tmux/index.js';
import { ConversationStream, type EventSink, type EventSource } from './conversation-stream.js';
import type { Message } from './message.js';
import { type TranscriptMessagesOptions, transcriptMessages } from './transcript-messages.js';
import type { WatchConversationOptions } from './watch-conversation.js';

/**
 * Milliseconds at which the file is read: after the first output, and after the last, since agents write it a little
 * after they have painted, and some only when they have time. A silent pane costs nothing.
 */
const AFTER_FIRST_MS = 60;
const AFTER_LAST_MS = [300, 1_000, 3_000] as const;

/** Follows an agent's transcript file. Messages come whole, right after the agent has written them down. */
export function watchTranscript(
  host: Pick<Host, 'files'>,
  path: string,
  pane: Pane,
  options: WatchConversationOptions = {},
): ConversationStream {
  const reader = new TranscriptReader(host, path, options);
  return new ConversationStream(
    (sink) => new TranscriptWatch(reader, pane, sink, options.existing ?? false),
    options.signal,
  );
}

class TranscriptWatch implements EventSource {
  readonly #reader: TranscriptReader;
  readonly #pane: Pane;
  readonly #sink: EventSink;
  readonly #existing: boolean;
  #soon: NodeJS.Timeout | undefined;
  #later: NodeJS.Timeout[] = [];
  #reading: Promise<void> = Promise.resolve();
  #stopListening: (() => void) | undefined;
  #ended = false;

  constructor(reader: TranscriptReader, pane: Pane, sink: EventSink, existing: boolean) {
    this.#reader = reader;
    this.#pane = pane;
    this.#sink = sink;
    this.#existing = existing;
  }

  async start(): Promise<void> {
    const there = await this.#reader.read();
    if (this.#existing) this.#tell(there);
    const output = (): void => this.#output();
    const closed = (): void => {
      this.#read();
      void this.#reading.finally(() => this.#sink.end());
    };
    const feed = await observerOf(this.#pane).listen({ output, gap: output, closed });
    if (this.#ended) feed.close();
    else this.#stopListening = () => feed.close();
    this.#output();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#soon);
    for (const timer of this.#later) clearTimeout(timer);
    this.#stopListening?.();
  }

  #output(): void {
    if (this.#ended) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#read();
    }, AFTER_FIRST_MS);
    if (this.#later.length === 0) this.#later = AFTER_LAST_MS.map((ms) => setTimeout(() => this.#read(), ms));
    else for (const timer of this.#later) timer.refresh();
  }

  #read(): void {
    this.#reading = this.#reading
      .then(async () => this.#tell(await this.#reader.read()))
      .catch((error: unknown) => this.#sink.end(error));
  }

  #tell(messages: readonly Message[]): void {
    for (const message of messages) {
      this.#sink.tell({ type: 'message', message });
      this.#sink.tell({ type: 'done', message });
    }
  }
}

/** Gives what is new in the file each time. */
class TranscriptReader {
  readonly #host: Pick<Host, 'files'>;
  readonly #path: string;
  readonly #options: TranscriptMessagesOptions;
  #next = 0;

  constructor(host: Pick<Host, 'files'>, path: string, options: TranscriptMessagesOptions) {
    this.#host = host;
    this.#path = path;
    this.#options = options;
  }

  async read(): Promise<Message[]> {
    const messages: Message[] = [];
    for (;;) {
      const before = this.#next;
      const slice = await transcriptMessages(this.#host, this.#path, {
        ...this.#options,
        from: before,
      }).catch((error: unknown) => {
        // An agent makes the file with its first message.
        if (isMuxError(error, 'FILE_NOT_FOUND')) return undefined;
        throw error;
      });
      if (!slice) return messages;
      messages.push(...slice.messages);
      this.#next = slice.next;
      if (slice.next >= slice.size || slice.next === before) return messages;
    }
  }
}
