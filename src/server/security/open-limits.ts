import { MuxError } from '../../model/index.js';

/** What stays open: WebSockets, event streams and sessions of models; what is followed or waited for by them. */
export type OpenKind = 'connections' | 'streams';

export type MostOpen = Readonly<Record<OpenKind, number>>;

/**
 * Counts what each token has open, the browsers that it let in included, so that one of them leaves room for the others.
 *
 * @example
 * using counted = limits.open(caller, 'streams');
 */
export class OpenLimits {
  /** May change while the server runs: what is open then stays. */
  most: MostOpen;
  readonly #open: Readonly<Record<OpenKind, Map<string, number>>> = {
    connections: new Map(),
    streams: new Map(),
  };

  constructor(most: MostOpen) {
    this.most = most;
  }

  /** Fails with `TOO_MANY_CONNECTIONS` or `TOO_MANY_STREAMS`. What it gives is disposed of once, or more often. */
  open(caller: { readonly tokenId: string; readonly name: string }, kind: OpenKind): Disposable {
    const { tokenId, name } = caller;
    const counts = this.#open[kind];
    const now = counts.get(tokenId) ?? 0;
    if (now >= this.most[kind]) throw tooMany(kind, this.most[kind], name);
    counts.set(tokenId, now + 1);
    let isOpen = true;
    return {
      [Symbol.dispose]: () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (counts.get(tokenId) ?? 1) - 1;
        if (left > 0) counts.set(tokenId, left);
        else counts.delete(tokenId);
      },
    };
  }
}

function tooMany(kind: OpenKind, most: number, name: string): MuxError {
  const code = kind === 'connections' ? 'TOO_MANY_CONNECTIONS' : 'TOO_MANY_STREAMS';
  return new MuxError(code, `'${name}' has ${most} ${kind} open, the maximum for one token.`, {
    suggestion: `Close some, use another token, or raise max_${kind} in the section server of the configuration.`,
    details: { most },
  });
}
