import { fileURLToPath } from 'node:url';
import type { ConversationStream } from '../../../src/conversations/conversation-stream.js';
import type { ConversationEvent, Message } from '../../../src/conversations/message.js';
import {
  followConversation,
  type WatchConversationOptions,
} from '../../../src/conversations/watch-conversation.js';
import { parseProfile } from '../../../src/panes/profiles/parse-profile.js';
import type { IsolatedTmux } from '../../../src/testing/isolated-tmux.js';
import type { Pane } from '../../../src/tmux/pane.js';
import { QuietLooks } from './quiet-looks.js';

/** What the chat program is told. */
export interface ChatOptions {
  readonly answers?: readonly string[];
  readonly alternate?: boolean;
  readonly chunk?: number;
  readonly delayMs?: number;
  readonly thinkMs?: number;
  readonly tornMs?: number;
  readonly stepped?: boolean;
  readonly held?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
}

let count = 0;
const program = fileURLToPath(new URL('./fixtures/chat-tui.mjs', import.meta.url));

/** How its screens are read. */
export const chatProfile = parseProfile(
  `
name: chat-tui
input: { detect: border, border: '^─{3}', markers: ['>'] }
conversation:
  user: { pattern: '^> ', shaded: true }
  agent: '^\\* '
  continuation: '^ {2}'
  indent: 2
  start: '^chat-tui v'
  bottom: ['^─{8}', '^~ Thinking']
  scrolled: '\\(more below\\)'
rules:
  - { state: working, input: present, rows: [{ match: 'esc to interrupt', where: below }] }
  - { state: typing, input: filled }
  - { state: idle, input: empty }
`,
  'chat-tui.yaml',
);

/** Starts the chat program in a window of its own. */
export async function startChat(server: IsolatedTmux, options: ChatOptions = {}): Promise<Pane> {
  const { size = { width: 60, height: 20 }, ...told } = options;
  const session = await server.tmux.ensureSession(`chat-${++count}`, {
    size,
    command: [process.execPath, program, JSON.stringify(told)],
  });
  const [pane] = await session.panes();
  if (!pane) throw new Error('The session has no pane.');
  const chat = server.tmux.pane(pane.id);
  await chat.waitForText('? for help');
  return chat;
}

export async function say(pane: Pane, text: string): Promise<void> {
  await pane.sendText(text);
  await pane.sendKeys('Enter');
}

/** What a watcher heard, while it listens. */
export class Listener {
  readonly events: ConversationEvent[] = [];
  readonly #pane: Pane;
  readonly #stream: ConversationStream;
  readonly #looks: QuietLooks | undefined;
  #steps = 0;
  readonly #waiting = new Set<() => void>();
  readonly done: Promise<void>;

  /** Resolves when nothing is missed any more. */
  static async start(
    pane: Pane,
    profile = chatProfile,
    options: WatchConversationOptions = {},
  ): Promise<Listener> {
    const looks = new QuietLooks(pane);
    const stream = followConversation(looks.observer, profile, options);
    await stream.live;
    return new Listener(pane, stream, looks);
  }

  constructor(pane: Pane, stream: ConversationStream, looks?: QuietLooks) {
    this.#pane = pane;
    this.#stream = stream;
    this.#looks = looks;
    this.done = this.#listen();
    this.done.catch(() => {});
  }

  /** The messages in the order in which they came, as they were last told. */
  get messages(): Message[] {
    const last = new Map<string, Message>();
    for (const { type, message } of this.events) {
      if (type === 'withdrawn') last.delete(message.id);
      else last.set(message.id, message);
    }
    return [...last.values()];
  }

  get told(): string[] {
    return this.messages.map(({ role, text }) => `${role}: ${text}`);
  }

  count(type: ConversationEvent['type'], role: Message['role']): number {
    return this.events.filter((event) => event.type === type && event.message.role === role).length;
  }

  /** Resolves when the condition holds; it is asked after every event. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#waiting.add(resolve);
        }),
        this.done.then(() => {
          if (!condition()) throw new Error(`The conversation ended: ${JSON.stringify(this.told)}`);
        }),
      ]);
    }
  }

  /** Resolves when so many messages of the agent are complete. */
  answers(count: number): Promise<void> {
    return this.until(() => this.#isComplete(count));
  }

  /**
   * Lets a stepped program go on whenever more of its answer was heard, so that it never outruns the listener;
   * resolves when so many answers are complete.
   */
  async steppedAnswers(count: number, onStep: () => Promise<void> = async () => {}): Promise<void> {
    const finished = this.answers(count);
    let over = false;
    void finished.finally(() => {
      over = true;
    });
    let seen = '';
    while (!over) {
      await this.until(() => over || this.#growing(seen) || this.#isComplete(count));
      seen = this.messages.at(-1)?.text ?? '';
      if (this.#isComplete(count)) break;
      await onStep();
      // What was heard last may be all of it: then no further step comes, only the news that it is complete.
      const step = this.#pane.waitForText(new RegExp(`step ${this.#steps + 1}$`, 'm'), { timeoutMs: 0 });
      const isStep = await Promise.race([step.then(() => true), finished.then(() => false)]);
      if (!isStep) break;
      this.#steps++;
      await this.#pane.sendKeys('F5');
    }
    await finished;
  }

  /** Resolves when the watcher has seen that a screen stands still; what is typed then comes behind its looks. */
  async settled(like: (rows: readonly string[]) => boolean): Promise<void> {
    await this.#looks?.reach(2, like);
  }

  #growing(seen: string): boolean {
    const last = this.messages.at(-1);
    return last?.role === 'agent' && !last.complete && last.text !== seen;
  }

  #isComplete(count: number): boolean {
    return this.messages.filter(({ role, complete }) => role === 'agent' && complete).length >= count;
  }

  async stop(): Promise<void> {
    await this.#stream.close();
    await this.done;
  }

  async #listen(): Promise<void> {
    for await (const event of this.#stream) {
      this.events.push(event);
      for (const wake of this.#waiting) wake();
      this.#waiting.clear();
    }
  }
}
