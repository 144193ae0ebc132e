import { type RefObject, useEffect, useRef } from 'react';
import { type CastPlayer, speeds } from './cast-player.js';
import { type Marker, markerFrom } from './cast-seek.js';

export interface PlayerKeys {
  readonly player: CastPlayer | undefined;
  readonly markers: readonly Marker[];
  readonly duration: number;
  readonly seek: (time: number) => void;
  readonly toggle: () => void;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** Keys as players have them. What has the focus keeps its own. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isBusy(event) || !newest.current.player) return;
      if (act(event.key, newest.current, newest.current.player)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Boxes for text and lists have all keys; a button has those that press it; the bar has the arrows. */
function isBusy({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog')) return true;
  if (target.matches('input[type="range"]'))
    return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (target.matches('input, select, textarea')) return !target.closest('.xterm');
  return target.matches('button, a') && (key === ' ' || key === 'Enter');
}

function act(
  key: string,
  { markers, duration, seek, toggle, search }: PlayerKeys,
  player: CastPlayer,
): boolean {
  const { time } = player.state.value;
  if (key === ' ' || key === 'k') toggle();
  else if (key === 'ArrowLeft') seek(time - 5);
  else if (key === 'ArrowRight') seek(time + 5);
  else if (key === ',' || key === '.') seek(time + (key === '.' ? 0.2 : -0.2));
  else if (key === 'Home') seek(0);
  else if (key === 'End') seek(duration);
  else if (key === '[' || key === ']') seek(markerFrom(markers, time, key === ']' ? 1 : -1)?.time ?? time);
  else if (key === '<' || key === '>') player.setSpeed(otherSpeed(player, key === '>' ? 1 : -1));
  else if (/^[0-9]$/.test(key)) seek((duration * Number(key)) / 10);
  else if (key === '/') search.current?.focus();
  else return false;
  return true;
}

function otherSpeed(player: CastPlayer, step: 1 | -1): number {
  const { speed } = player.state.value;
  const at = speeds.indexOf(speed as (typeof speeds)[number]);
  return speeds[Math.min(speeds.length - 1, Math.max(0, at + step))] ?? speed;
}
