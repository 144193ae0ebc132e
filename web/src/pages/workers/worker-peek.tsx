import { useEffect, useState } from 'react';
import { call, isAbort } from '../../api/call.js';
import type { RequestError } from '../../api/request-error.js';
import { Problem } from '../../components/problem.js';
import { readStream } from '../runs/read-stream.js';

/** What the window of a worker shows, looked at again whenever it prints. */
export function WorkerPeek({ name }: { readonly name: string }) {
  const [text, setText] = useState<string | undefined>(undefined);
  const [error, setError] = useState<RequestError | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    const peek = async (): Promise<void> => setText((await call('worker.peek', { name }, stop.signal)).text);
    const watch = async (): Promise<void> => {
      await peek();
      const { cursor } = await call('worker.logs', { name, tail: 1 }, stop.signal);
      for await (const _ of readStream('worker.follow', { name, cursor }, stop.signal)) await peek();
    };
    watch().catch((failure: unknown) => {
      if (!stop.signal.aborted && !isAbort(failure)) setError(failure as RequestError);
    });
    return () => stop.abort();
  }, [name]);
  if (error) return <Problem error={error} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <pre className="peek" tabIndex={0} aria-label={`Screen of ${name}`}>
      {text ?? ' '}
    </pre>
  );
}
