import { callOf, MuxError, phrase } from '../model/index.js';

/**
 * Checks the name of a key. tmux types a name that it does not know as text, so that `Entre` would end up on the
 * command line of whatever runs there.
 */
export function checkKey(key: string): string {
  if (isKey(key)) return key;
  throw new MuxError('UNKNOWN_KEY', `'${key}' is not a key name.`, {
    suggestion:
      suggestKey(key) ??
      phrase`Use names such as Enter, Escape, Up, F5, C-c, M-x; text goes through ${callOf('pane.send', {}, 'sendText()')}.`,
    details: { key },
  });
}

const NAMED = [
  'Enter',
  'Escape',
  'Space',
  'Tab',
  'BTab',
  'BSpace',
  'Up',
  'Down',
  'Left',
  'Right',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'PgUp',
  'PgDn',
  'PPage',
  'NPage',
  'IC',
  'Insert',
  'DC',
  'Delete',
  ...Array.from({ length: 12 }, (_, i) => `F${i + 1}`),
  ...Array.from({ length: 10 }, (_, i) => `KP${i}`),
  'KP/',
  'KP*',
  'KP-',
  'KP+',
  'KP.',
  'KPEnter',
];

const byLowerCase = new Map(NAMED.map((name) => [name.toLowerCase(), name]));

function isKey(key: string): boolean {
  const rest = key.replace(/^(?:[CMS]-|\^(?=.))+/i, '');
  if (rest === '' && /^[-^]$/.test(key.slice(-1))) return true;
  if (byLowerCase.has(rest.toLowerCase())) return true;
  if (/^0x[0-9a-f]{1,6}$/i.test(rest)) return true;
  return [...rest].length === 1 && !/[\x00-\x1f\x7f]/.test(rest);
}

function suggestKey(key: string): string | undefined {
  const common: Readonly<Record<string, string>> = {
    return: 'Enter',
    esc: 'Escape',
    backspace: 'BSpace',
    del: 'DC',
    ctrl: 'C-…',
    cr: 'Enter',
    'shift-tab': 'BTab',
  };
  const lower = key.toLowerCase();
  const control = /^(?:ctrl|control)[-+](.)$/i.exec(key);
  if (control) return `Use 'C-${control[1]}'.`;
  const meta = /^(?:alt|meta|option)[-+](.)$/i.exec(key);
  if (meta) return `Use 'M-${meta[1]}'.`;
  const known = common[lower];
  return known === undefined ? undefined : `Use '${known}'.`;
}
