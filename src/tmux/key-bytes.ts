/**
 * What a terminal sends for a key by its tmux name: as xterm does it, where a program has asked for nothing else. What is
 * no name is typed as it stands, as tmux does.
 */
export function keyBytes(key: string): string {
  const [, modifiers = '', name = ''] = /^((?:[CMS]-|\^(?=.))*)(.*)$/is.exec(key) ?? [];
  const held = new Set(modifiers.toUpperCase().replaceAll('^', 'C').replaceAll('-', ''));
  const code = /^0x([0-9a-f]{1,6})$/i.exec(name)?.[1];
  const plain =
    code === undefined ? named.get(name.toLowerCase()) : String.fromCodePoint(Number.parseInt(code, 16));
  const sequence = plain ?? name;
  if (sequence.startsWith('\x1b[') || sequence.startsWith('\x1bO')) return withModifiers(sequence, held);
  const controlled = held.has('C') ? control(sequence) : sequence;
  return held.has('M') ? `\x1b${controlled}` : controlled;
}

const functionKeys = ['OP', 'OQ', 'OR', 'OS', ...[15, 17, 18, 19, 20, 21, 23, 24].map((code) => `[${code}~`)];

const named: ReadonlyMap<string, string> = new Map([
  ['enter', '\r'],
  ['kpenter', '\r'],
  ['escape', '\x1b'],
  ['space', ' '],
  ['tab', '\t'],
  ['btab', '\x1b[Z'],
  ['bspace', '\x7f'],
  ['up', '\x1b[A'],
  ['down', '\x1b[B'],
  ['right', '\x1b[C'],
  ['left', '\x1b[D'],
  ['home', '\x1b[1~'],
  ['end', '\x1b[4~'],
  ...['pageup', 'pgup', 'ppage'].map((name): [string, string] => [name, '\x1b[5~']),
  ...['pagedown', 'pgdn', 'npage'].map((name): [string, string] => [name, '\x1b[6~']),
  ...['ic', 'insert'].map((name): [string, string] => [name, '\x1b[2~']),
  ...['dc', 'delete'].map((name): [string, string] => [name, '\x1b[3~']),
  ...functionKeys.map((sequence, index): [string, string] => [`f${index + 1}`, `\x1b${sequence}`]),
  ...[...'0123456789/*-+.'].map((sign): [string, string] => [`kp${sign}`, sign]),
]);

/** `C-a` is 1, `C-[` is Escape, `C-Space` is NUL. */
function control(sequence: string): string {
  if (sequence === '?') return '\x7f';
  const code = sequence.toUpperCase().charCodeAt(0);
  const isControl = sequence.length === 1 && (code === 0x20 || (code >= 0x40 && code <= 0x5f));
  return isControl ? String.fromCharCode(code & 0x1f) : sequence;
}

/** xterm puts a number for the keys that are held between: `CSI 1;5A` is Control and Up. */
function withModifiers(sequence: string, held: ReadonlySet<string>): string {
  const number = 1 + (held.has('S') ? 1 : 0) + (held.has('M') ? 2 : 0) + (held.has('C') ? 4 : 0);
  if (number === 1) return sequence;
  const [, digits = '', last = ''] = /^\x1b[[O](\d*)(.)$/.exec(sequence) ?? [];
  return `\x1b[${digits === '' ? '1' : digits};${number}${last}`;
}
