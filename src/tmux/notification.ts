/** What tmux tells a control-mode client without being asked. Names and ids are tmux's own. */
export type Notification =
  | { readonly type: 'sessions-changed' }
  | { readonly type: 'session-changed'; readonly session: string; readonly name: string }
  | { readonly type: 'session-renamed'; readonly session: string | undefined; readonly name: string }
  | { readonly type: 'session-window-changed'; readonly session: string; readonly window: string }
  | {
      readonly type: 'client-session-changed';
      readonly client: string;
      readonly session: string;
      readonly name: string;
    }
  | { readonly type: 'client-detached'; readonly client: string }
  /** `linked` tells whether the window is in the session that the client is attached to. */
  | { readonly type: 'window-add'; readonly window: string; readonly linked: boolean }
  | { readonly type: 'window-close'; readonly window: string; readonly linked: boolean }
  | {
      readonly type: 'window-renamed';
      readonly window: string;
      readonly name: string;
      readonly linked: boolean;
    }
  | { readonly type: 'window-pane-changed'; readonly window: string; readonly pane: string }
  | { readonly type: 'layout-change'; readonly window: string; readonly layout: string }
  | { readonly type: 'pane-mode-changed'; readonly pane: string }
  | { readonly type: 'pause'; readonly pane: string }
  | { readonly type: 'continue'; readonly pane: string }
  | { readonly type: 'paste-buffer-changed'; readonly buffer: string }
  | { readonly type: 'paste-buffer-deleted'; readonly buffer: string }
  | {
      readonly type: 'subscription-changed';
      readonly name: string;
      readonly pane: string | undefined;
      readonly value: string;
    }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'config-error'; readonly text: string }
  | { readonly type: 'exit'; readonly reason: string | undefined }
  /** Something that a newer tmux says. */
  | { readonly type: 'other'; readonly line: string };

/** Understands one line such as `%window-add @3`; a line that is not understood becomes `other`. */
export function parseNotification(line: string): Notification {
  const space = line.indexOf(' ');
  const name = space < 0 ? line.slice(1) : line.slice(1, space);
  const rest = space < 0 ? '' : line.slice(space + 1);
  return parsers.get(name)?.(rest) ?? { type: 'other', line };
}

type Parser = (rest: string) => Notification | undefined;

const parsers: ReadonlyMap<string, Parser> = new Map(
  Object.entries<Parser>({
    'sessions-changed': () => ({ type: 'sessions-changed' }),
    'session-changed': fields(/^(\$\d+) (.*)$/s, (session, name) => ({
      type: 'session-changed',
      session,
      name,
    })),
    // tmux's manual has it without the id, its source with it.
    'session-renamed': fields(/^(?:(\$\d+) )?(.*)$/s, (session, name) => ({
      type: 'session-renamed',
      session: session === '' ? undefined : session,
      name,
    })),
    'session-window-changed': fields(/^(\$\d+) (@\d+)$/, (session, window) => ({
      type: 'session-window-changed',
      session,
      window,
    })),
    'client-session-changed': fields(/^(\S+) (\$\d+) (.*)$/s, (client, session, name) => ({
      type: 'client-session-changed',
      client,
      session,
      name,
    })),
    'client-detached': (client) => ({ type: 'client-detached', client }),
    'window-add': windowParser('window-add', true),
    'window-close': windowParser('window-close', true),
    'unlinked-window-add': windowParser('window-add', false),
    'unlinked-window-close': windowParser('window-close', false),
    'window-renamed': renamedParser(true),
    'unlinked-window-renamed': renamedParser(false),
    'window-pane-changed': fields(/^(@\d+) (%\d+)$/, (window, pane) => ({
      type: 'window-pane-changed',
      window,
      pane,
    })),
    'layout-change': fields(/^(@\d+) (\S+)/, (window, layout) => ({ type: 'layout-change', window, layout })),
    'pane-mode-changed': fields(/^(%\d+)$/, (pane) => ({ type: 'pane-mode-changed', pane })),
    pause: fields(/^(%\d+)$/, (pane) => ({ type: 'pause', pane })),
    continue: fields(/^(%\d+)$/, (pane) => ({ type: 'continue', pane })),
    'paste-buffer-changed': (buffer) => ({ type: 'paste-buffer-changed', buffer }),
    'paste-buffer-deleted': (buffer) => ({ type: 'paste-buffer-deleted', buffer }),
    // %subscription-changed NAME $session @window index %pane … : value
    'subscription-changed': fields(/^(\S+) (.*?) : (.*)$/s, (name, place, value) => ({
      type: 'subscription-changed',
      name,
      pane: /%\d+/.exec(place)?.[0],
      value,
    })),
    message: (text) => ({ type: 'message', text }),
    'config-error': (text) => ({ type: 'config-error', text }),
    exit: (reason) => ({ type: 'exit', reason: reason === '' ? undefined : reason }),
  }),
);

function fields(pattern: RegExp, make: (...values: [string, string, string]) => Notification): Parser {
  return (rest) => {
    const match = pattern.exec(rest);
    return match ? make(match[1] ?? '', match[2] ?? '', match[3] ?? '') : undefined;
  };
}

function windowParser(type: 'window-add' | 'window-close', linked: boolean): Parser {
  return fields(/^(@\d+)/, (window) => ({ type, window, linked }));
}

function renamedParser(linked: boolean): Parser {
  return fields(/^(@\d+) (.*)$/s, (window, name) => ({ type: 'window-renamed', window, name, linked }));
}
