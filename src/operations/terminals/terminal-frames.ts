/** What a viewer may do: only look, or type and ask for a size as well. */
export type TerminalMode = 'view' | 'control';

/** What is told to a viewer of a terminal beside the bytes that it draws. */
export type TerminalFrame =
  /** The first one; the bytes that follow paint the screen. */
  | {
      readonly type: 'hello';
      /** As it was asked for. */
      readonly target: string;
      readonly paneId: string;
      readonly host: string;
      readonly cols: number;
      readonly rows: number;
      readonly title: string;
      readonly mode: TerminalMode;
    }
  /** The pane has another size; the bytes that follow paint it anew. */
  | { readonly type: 'resize'; readonly cols: number; readonly rows: number }
  /** Output is missing here; the bytes that follow paint the screen anew. */
  | { readonly type: 'gap'; readonly reason: TerminalGapReason }
  /** The last one. */
  | { readonly type: 'closed'; readonly reason: TerminalCloseReason }
  /** Something that the viewer asked for was not done. */
  | {
      readonly type: 'error';
      readonly code: string;
      readonly message: string;
      readonly suggestion?: string | undefined;
    };

/**
 * - `slow-viewer`: this viewer did not acknowledge what it was sent
 * - `flow-control`: the way from tmux could not take what the pane printed
 * - `reconnected`: the link to tmux broke and was made again
 * - `moved`: the pane went to another session
 */
export type TerminalGapReason = 'slow-viewer' | 'flow-control' | 'reconnected' | 'moved';

/**
 * - `pane-exited`: the pane is gone
 * - `server-exited`: the tmux server is gone, and all its panes
 * - `host-gone`: the container does not exist any more
 * - `closed`: muxwright ends, or the viewer was refused; an `error` before it says why
 */
export type TerminalCloseReason = 'pane-exited' | 'server-exited' | 'host-gone' | 'closed';

/** What a viewer may ask for beside the bytes that it types. */
export type TerminalRequest =
  /** So many more bytes have been drawn. */
  | { readonly type: 'ack'; readonly bytes: number }
  /** A wish: granted where it disturbs nobody. */
  | { readonly type: 'resize'; readonly cols: number; readonly rows: number };
