import { Store } from '../api/store.js';
import { remembered } from '../remembered.js';

/** What the person chose; `system` follows the settings of the machine. */
export type Theme = 'system' | 'dark' | 'light';

const kept = remembered<Theme>('theme', 'system');
const systemIsLight = window.matchMedia('(prefers-color-scheme: light)');

const theme = new Store<Theme>(kept.read());

/** What is on the screen now. */
export const shownTheme = new Store<'dark' | 'light'>(resolve());

export function setTheme(chosen: Theme): void {
  kept.write(chosen);
  theme.set(chosen);
  apply();
}

/** Puts the theme on the page; call it once before anything is drawn. */
export function startTheme(): void {
  systemIsLight.addEventListener('change', apply);
  apply();
}

function apply(): void {
  const shown = resolve();
  document.documentElement.dataset.theme = shown;
  shownTheme.set(shown);
}

function resolve(): 'dark' | 'light' {
  if (theme.value !== 'system') return theme.value;
  return systemIsLight.matches ? 'light' : 'dark';
}
