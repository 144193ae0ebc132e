export interface LinkedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Aborts with the first of two signals. Lets go of both at its end, which `AbortSignal.any` does not: a signal that
 * lives as long as a connection would collect all that ever listened to it.
 */
export function eitherSignal(one: AbortSignal, other: AbortSignal | undefined): LinkedSignal {
  const controller = new AbortController();
  const sources = other ? [one, other] : [one];
  const abort = ({ target }: Event): void => controller.abort((target as AbortSignal).reason);
  for (const source of sources) {
    if (source.aborted) controller.abort(source.reason);
    else source.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const source of sources) source.removeEventListener('abort', abort);
    },
  };
}
