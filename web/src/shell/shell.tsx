import { type ReactNode, useEffect, useRef } from 'react';
import { connection } from '../api/connection.js';
import { useStore } from '../api/store.js';
import { Brand } from './brand.js';
import { ConnectionNotice } from './connection-notice.js';
import { Navigation } from './navigation.js';
import { Palette } from './palette.js';
import { SignedOut } from './signed-out.js';
import { ThemeSwitch } from './theme-switch.js';

export interface ShellProps {
  readonly path: string;
  readonly children: ReactNode;
}

/** What stays while pages come and go: navigation, how the connection is, the palette. */
export function Shell({ path, children }: ShellProps) {
  const state = useStore(connection);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // Keyboard and screen reader users continue in the new page, not in the navigation.
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <header className="side">
        <Brand />
        <Navigation path={path} />
        <div className="side-foot">
          <Palette />
          <ThemeSwitch />
        </div>
      </header>
      <div className="middle">
        <ConnectionNotice />
        <main id="main" ref={main} tabIndex={-1}>
          {state.is === 'signed-out' ? (
            <SignedOut {...(state.wasIn && { reason: state.error.message })} />
          ) : (
            children
          )}
        </main>
      </div>
    </div>
  );
}
