import { MuxError } from '../../model/index.js';

/** What a resource stands for: the screen of a pane, or the log of a run. */
export type ResourceAddress =
  | { readonly kind: 'pane'; readonly target: string; readonly host: string | undefined }
  | { readonly kind: 'run'; readonly run: string; readonly cursor: string | undefined };

/** `muxwright://pane/%251/screen?host=docker://sandbox`: a pane id has a percent sign, which an address must encode. */
export function paneUri(target: string, host?: string): string {
  const query = host === undefined || host === 'local' ? '' : `?host=${encodeURIComponent(host)}`;
  return `muxwright://pane/${encodeURIComponent(target)}/screen${query}`;
}

/** `muxwright://run/ID/log?cursor=4096` */
export function runUri(run: string, cursor?: string): string {
  const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  return `muxwright://run/${encodeURIComponent(run)}/log${query}`;
}

/** Fails with `INVALID_ARGUMENT` where it is none of ours. */
export function readResourceUri(uri: string): ResourceAddress {
  const [, kind, name = '', part, query] =
    /^muxwright:\/\/(pane|run)\/([^/?#]+)\/(screen|log)(?:\?([^#]*))?$/.exec(uri) ?? [];
  const given = new URLSearchParams(query);
  try {
    const id = decodeURIComponent(name);
    if (kind === 'pane' && part === 'screen') {
      return { kind, target: id, host: given.get('host') ?? undefined };
    }
    if (kind === 'run' && part === 'log') return { kind, run: id, cursor: given.get('cursor') ?? undefined };
  } catch {
    // A percent sign that encodes nothing.
  }
  throw new MuxError('INVALID_ARGUMENT', `'${uri.slice(0, 100)}' is not an address of a pane or a run.`, {
    suggestion: 'Addresses are muxwright://pane/TARGET/screen and muxwright://run/ID/log, percent-encoded.',
    details: { uri: uri.slice(0, 100) },
  });
}
