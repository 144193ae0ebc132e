import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import type { Found } from '../../terminal/find-text.js';
import type { MountedTerminal } from '../../terminal/mount-terminal.js';

export interface SearchBarProps {
  readonly terminal: RefObject<MountedTerminal | undefined>;
  readonly onClose: () => void;
}

/** Looks for text in what the terminal shows and has shown. */
export function SearchBar({ terminal, onClose }: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found | 'nothing'>();
  useEffect(() => input.current?.focus(), []);
  const find = (direction: 'next' | 'previous'): void =>
    setFound(terminal.current?.find(text, direction) ?? 'nothing');
  return (
    <form
      className="search-bar"
      onSubmit={(event) => {
        event.preventDefault();
        find('previous');
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <input
        ref={input}
        className="input"
        type="search"
        aria-label="Search in this terminal"
        placeholder="Search in this terminal"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="small" type="submit">
        Above
      </Button>
      <Button size="small" onClick={() => find('next')}>
        Below
      </Button>
      <span role="status" className="soft number">
        {found === 'nothing' ? 'Not found' : found && `${found.number} of ${found.of}`}
      </span>
      <Button size="small" look="plain" onClick={onClose}>
        Close
      </Button>
    </form>
  );
}
