import { Button } from '../../components/button.js';

/** Keys that the keyboards of phones lack, with the bytes that a terminal sends for them. */
const keys: readonly (readonly [label: string, name: string, bytes: string])[] = [
  ['Esc', 'Escape', '\x1b'],
  ['Tab', 'Tab', '\t'],
  ['^C', 'Control C', '\x03'],
  ['^D', 'Control D', '\x04'],
  ['↑', 'Up', '\x1b[A'],
  ['↓', 'Down', '\x1b[B'],
  ['←', 'Left', '\x1b[D'],
  ['→', 'Right', '\x1b[C'],
  ['⏎', 'Enter', '\r'],
];

export function KeyRow({ onType }: { readonly onType: (text: string) => void }) {
  return (
    <div className="key-row" role="toolbar" aria-label="Keys">
      {keys.map(([label, name, bytes]) => (
        <Button key={name} size="small" onClick={() => onType(bytes)}>
          {label} <span className="hidden-text">{name}</span>
        </Button>
      ))}
    </div>
  );
}
