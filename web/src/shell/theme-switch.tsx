import { useStore } from '../api/store.js';
import { setTheme, shownTheme } from '../style/theme.js';
import { Icon } from './icon.js';

export function ThemeSwitch() {
  const shown = useStore(shownTheme);
  const other = shown === 'dark' ? 'light' : 'dark';
  return (
    <button type="button" className="side-button" onClick={() => setTheme(other)}>
      <Icon name={other} />
      <span>{other === 'light' ? 'Light' : 'Dark'}</span>
      <span className="hidden-text"> theme</span>
    </button>
  );
}
