import { useRef, useState } from 'react';
import type { TerminalMode, TerminalStatus } from '../../api/open-terminal.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { remembered } from '../../remembered.js';
import { address, Link, navigate, usePlace } from '../../router.js';
import type { MountedTerminal } from '../../terminal/mount-terminal.js';
import { TerminalView } from '../../terminal/terminal-view.js';
import { FontSize } from './font-size.js';
import { KeyRow } from './key-row.js';
import { ModeSwitch } from './mode-switch.js';
import { PaneHead } from './pane-head.js';
import { SearchBar } from './search-bar.js';
import './pane.css';

const keptSize = remembered<number | 'auto'>('font-size', 'auto');

/** One terminal, as large as the page. */
export function PanePage() {
  const { search } = usePlace();
  const target = search.get('target');
  if (target === null || target === '') {
    return (
      <EmptyState title="Which pane?">
        <p>
          The URL does not name a pane. <Link to="/">The overview</Link> shows them all.
        </p>
      </EmptyState>
    );
  }
  const mode = search.get('mode') === 'control' ? 'control' : 'view';
  const host = search.get('host') ?? undefined;
  return <Pane key={`${host} ${target}`} target={target} host={host} mode={mode} />;
}

interface PaneProps {
  readonly target: string;
  readonly host: string | undefined;
  readonly mode: TerminalMode;
}

function Pane({ target, host, mode }: PaneProps) {
  const terminal = useRef<MountedTerminal>(undefined);
  const modeSwitch = useRef<HTMLFieldSetElement>(null);
  const [status, setStatus] = useState<TerminalStatus>({ is: 'connecting' });
  const [fontSize, setFontSize] = useState(keptSize.read());
  const [fit, setFit] = useState(false);
  const [isSearching, setSearching] = useState(false);
  if (status.is === 'closed' && status.problem?.code === 'PANE_NOT_FOUND') {
    return <NoSuchPane message={status.problem.message} />;
  }
  const hello = status.is === 'open' ? status.hello : undefined;
  const setMode = (next: TerminalMode): void =>
    navigate(address('/pane', { target, host, mode: next === 'control' ? next : undefined }), {
      replace: true,
    });
  const leave = (): void => modeSwitch.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
  return (
    <div className="pane-page">
      <PaneHead target={target} host={host} hello={hello} />
      <div className="pane-tools" role="toolbar" aria-label="Terminal">
        <ModeSwitch ref={modeSwitch} mode={mode} onChange={setMode} />
        <FontSize
          size={fontSize}
          onChange={(size) => {
            keptSize.write(size);
            setFontSize(size);
          }}
        />
        {mode === 'control' && (
          <Button
            size="small"
            aria-pressed={fit}
            title="Resizes the pane to this page, unless a person is attached"
            onClick={() => setFit(!fit)}
          >
            Fit pane to page
          </Button>
        )}
        <Button size="small" aria-pressed={isSearching} onClick={() => setSearching(!isSearching)}>
          Search
        </Button>
        {mode === 'control' && (
          <span className="pane-hint faint">
            Keys go to the program. <kbd>Ctrl</kbd> <kbd>Shift</kbd> <kbd>E</kbd> leaves the terminal.
          </span>
        )}
      </div>
      {isSearching && <SearchBar terminal={terminal} onClose={() => setSearching(false)} />}
      <div className="pane-terminal">
        <TerminalView
          ref={terminal}
          target={target}
          host={host}
          mode={mode}
          fontSize={fontSize}
          fit={fit}
          history={2_000}
          autoFocus={mode === 'control'}
          label={`Terminal ${hello?.paneId ?? target}`}
          onStatus={setStatus}
          onLeave={leave}
        />
      </div>
      {mode === 'control' && <KeyRow onType={(text) => terminal.current?.type(text)} />}
    </div>
  );
}

function NoSuchPane({ message }: { readonly message: string }) {
  return (
    <EmptyState title="Pane not found">
      <p>
        {message} It may have been closed, or tmux was restarted with new ids.{' '}
        <Link to="/">The overview</Link> shows those there are.
      </p>
    </EmptyState>
  );
}
