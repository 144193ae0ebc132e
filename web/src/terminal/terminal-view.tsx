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
    const mount = async (): Promise<void> => {
      const { mountTerminal } = await import('./mount-terminal.js');
      if (isGone || !element.current) return;
      const { fontSize = 'auto', fit = false, label } = latest.current;
      terminal = mountTerminal(element.current, {
        target,
        host,
        mode,
        fontSize,
        fit,
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
    <section className="terminal" data-status={status.is} data-mode={mode} aria-label={label}>
      <div ref={element} className="terminal-screen" />
      <TerminalNote status={status} />
    </section>
  );
}

function TerminalNote({ status }: { readonly status: TerminalStatus }) {
  if (status.is === 'open') return null;
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
        <strong>Reconnecting.</strong> The program goes on meanwhile.
      </p>
    );
  }
  const { problem } = status;
  return (
    <div className="terminal-note" data-tone={problem ? 'bad' : 'quiet'} role="status">
      <strong>{problem ? 'This terminal cannot be shown.' : 'This pane is gone.'}</strong>{' '}
      <span>{status.reason}</span>
      {problem?.suggestion && <span className="soft"> {problem.suggestion}</span>}
      {problem && <code> {problem.code}</code>}
    </div>
  );
}
