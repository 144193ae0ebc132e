import { Icon } from './icon.js';

export function Palette() {
  return (
    <button type="button" className="side-button">
      <Icon name="search" />
      <span>Go to…</span>
    </button>
  );
}
