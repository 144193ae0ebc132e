import { MuxError } from '../../model/index.js';
import {
  invokeStream,
  type OperationContext,
  paneWatch,
  type Runtime,
  runFollow,
} from '../../operations/index.js';
import type { ResourceAddress } from './resource-address.js';

export interface SubscriptionsOptions {
  readonly runtime: Runtime;
  readonly updated: (uri: string) => Promise<void>;
  readonly caller?: OperationContext['caller'];
  /** Counts a stream that is followed; throws where there are too many. */
  readonly opening?: (() => Disposable) | undefined;
}

/** Follows what clients asked to hear about, and tells them that it changed, not what. */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #followed = new Map<string, AbortController>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** A second subscription to the same is the same one. */
  add(uri: string, address: ResourceAddress): void {
    if (this.#followed.has(uri)) return;
    if (this.#followed.size >= MOST_SUBSCRIPTIONS) {
      throw new MuxError(
        'INVALID_ARGUMENT',
        `More than ${MOST_SUBSCRIPTIONS} resources cannot be followed.`,
        {
          suggestion: 'Unsubscribe from those that are not needed any more.',
        },
      );
    }
    const { runtime, caller, opening } = this.#options;
    const counted = opening?.();
    const controller = new AbortController();
    this.#followed.set(uri, controller);
    const context = { runtime, caller, signal: controller.signal, progress: () => {} };
    void this.#follow(uri, address, context).finally(() => counted?.[Symbol.dispose]());
  }

  remove(uri: string): void {
    this.#followed.get(uri)?.abort();
    this.#followed.delete(uri);
  }

  close(): void {
    for (const uri of [...this.#followed.keys()]) this.remove(uri);
  }

  async #follow(uri: string, address: ResourceAddress, context: OperationContext): Promise<void> {
    const { signal } = context;
    let announced: NodeJS.Timeout | undefined;
    const announce = (): void => {
      announced ??= setTimeout(() => {
        announced = undefined;
        if (!signal.aborted) this.#options.updated(uri).catch(() => {});
      }, TOGETHER_MS);
    };
    try {
      for await (const _ of changesOf(address, context)) announce();
    } catch {
      // It is gone: whoever reads it now is told why.
    }
    if (!signal.aborted) announce();
    else clearTimeout(announced);
  }
}

const MOST_SUBSCRIPTIONS = 32;
/** A program that prints all the time is told about this often. */
const TOGETHER_MS = 250;

function changesOf(address: ResourceAddress, context: OperationContext): AsyncIterable<unknown> {
  if (address.kind === 'run') return invokeStream(runFollow, { run: address.run }, context);
  const { target, host } = address;
  return invokeStream(paneWatch, { target, ...(host !== undefined && { host }) }, context);
}
