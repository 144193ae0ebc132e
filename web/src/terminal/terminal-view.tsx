import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { TerminalMode, TerminalStatus } from '../api/open-terminal.js';
import { Spinner } from '../components/spinner.js';
import type { MountedTerminal } from './mount-terminal.js';
import './terminal.css';

export interface TerminalViewProps {
  readonly target: string;
  readonly host?: string | undefined;
  readonly mode: TerminalMode;
  /** @default 'auto' */
  readonly fontSize?: number | 'auto';
  /** @default false */
  readonly fit?: boolean;
  /** Lines of history to begin with. @default 0 */
  readonly history?: number;
  readonly label: string;
  /** Whether keys go to it at once. @default false */
  readonly autoFocus?: boolean;
  readonly onStatus?: (status: TerminalStatus) => void;
  readonly onLeave?: () => void;
  readonly ref?: Ref<MountedTerminal | undefined>;
}

/** A live terminal. The emulator is loaded when the first one is shown. */
export function TerminalView(props: TerminalViewProps) {
  const { target, host, mode, fontSize = 'auto', fit = false, label, autoFocus = false, ref } = props;
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [mounted, setMounted] = useState<MountedTerminal>();
  const [status, setStatus] = useState<TerminalStatus>({ is: 'connecting' });
  useImperativeHandle(ref, () => mounted, [mounted]);

  useEffect(() => {
    let terminal: MountedTerminal | undefined;
    let isGone = false;
    // The terminal of the mode before is closed: until the next is open no key goes anywhere.
    setStatus({ is: 'connecting' });
    const mount = async (): Promise<void> => {
      const { mountTerminal } = await import('./mount-terminal.js');
      if (isGone || !element.current) return;
      const { fontSize = 'auto', fit = false, history = 0, label } = latest.current;
      terminal = mountTerminal(element.current, {
        target,
        host,
        mode,
        fontSize,
        fit,
        history,
        label,
        onStatus: (next) => {
          setStatus(next);
          latest.current.onStatus?.(next);
        },
        onLeave: () => latest.current.onLeave?.(),
      });
      setMounted(terminal);
    };
    void mount();
    return () => {
      isGone = true;
      setMounted(undefined);
      terminal?.dispose();
    };
  }, [target, host, mode]);

  useEffect(() => mounted?.setFontSize(fontSize), [mounted, fontSize]);
  useEffect(() => mounted?.setFit(fit), [mounted, fit]);
  useEffect(() => {
    if (autoFocus) mounted?.focus();
  }, [mounted, autoFocus]);

  return (
    <section className="live-terminal" data-status={status.is} data-mode={mode} aria-label={label}>
      <div ref={element} className="live-terminal-screen" />
      <TerminalNote status={status} asked={mode} />
    </section>
  );
}

interface TerminalNoteProps {
  readonly status: TerminalStatus;
  readonly asked: TerminalMode;
}

function TerminalNote({ status, asked }: TerminalNoteProps) {
  if (status.is === 'open') {
    if (status.hello.mode === asked) return null;
    return (
      <p className="terminal-note" data-tone="waits" role="status">
        <strong>View only.</strong> Your sign-in does not permit typing.
      </p>
    );
  }
  if (status.is === 'connecting') {
    return (
      <p className="terminal-note">
        <Spinner label="Connecting" />
      </p>
    );
  }
  if (status.is === 'reconnecting') {
    return (
      <p className="terminal-note" data-tone="waits" role="status">
        <strong>Reconnecting.</strong> The program keeps running.
      </p>
    );
  }
  const { problem } = status;
  return (
    <div className="terminal-note" data-tone={problem ? 'bad' : 'quiet'} role="status">
      <strong>{problem ? 'This terminal cannot be shown.' : reasons[status.reason]}</strong>{' '}
      {problem && <span>{problem.message}</span>}
      {problem?.suggestion && <span className="soft"> {problem.suggestion}</span>}
      {problem && <code> {problem.code}</code>}
    </div>
  );
}

const reasons: Readonly<Record<Extract<TerminalStatus, { is: 'closed' }>['reason'], string>> = {
  'pane-exited': 'This pane was closed: its program has ended.',
  'server-exited': 'The tmux server and all its panes have ended.',
  'host-gone': 'Its container no longer exists.',
  closed: 'This terminal was closed.',
};
