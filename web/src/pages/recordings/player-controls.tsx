import { Button } from '../../components/button.js';
import { type PlayerState, speeds } from './cast-player.js';
import type { Marker } from './cast-seek.js';
import { clockText } from './clock-text.js';

export interface PlayerControlsProps {
  /** Whether there is a screen to play on. */
  readonly ready: boolean;
  readonly state: PlayerState;
  readonly duration: number;
  readonly markers: readonly Marker[];
  readonly onToggle: () => void;
  readonly onSeek: (time: number) => void;
  readonly onSpeed: (speed: number) => void;
  readonly onHurry: (hurry: boolean) => void;
}

export function PlayerControls(props: PlayerControlsProps) {
  const { ready, state, duration, markers, onToggle, onSeek, onSpeed, onHurry } = props;
  const { time, playing, speed, hurry } = state;
  return (
    <div className="player-controls">
      <Button
        look="main"
        className="player-play"
        disabled={!ready}
        onClick={onToggle}
        aria-label={playing ? 'Pause' : 'Play'}
      >
        <svg viewBox="0 0 12 12" aria-hidden="true">
          {playing ? <path d="M2 1h3v10H2zM7 1h3v10H7z" /> : <path d="M2.5 0.8 11 6l-8.5 5.2z" />}
        </svg>
      </Button>
      <span className="number player-clock">
        {clockText(time)} <span className="faint">/ {clockText(duration)}</span>
      </span>
      <div className="player-bar">
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${clockText(time)} of ${clockText(duration)}`}
          min={0}
          max={Math.max(duration, 0.1)}
          step={0.1}
          value={time}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
        {markers.map(({ time: at, kind, label }) => (
          <button
            key={`${at} ${label}`}
            type="button"
            className="player-marker"
            data-kind={kind === 'exit' && label === 'exit 0' ? 'end' : kind}
            style={{ left: `${(at / Math.max(duration, 0.1)) * 100}%` }}
            title={`${clockText(at)} ${label}`}
            aria-label={`Go to ${clockText(at)}: ${label}`}
            onClick={() => onSeek(at)}
          />
        ))}
      </div>
      <label className="player-speed">
        <span className="hidden-text">Speed</span>
        <select className="input" value={speed} onChange={(event) => onSpeed(Number(event.target.value))}>
          {speeds.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
      <Button
        size="small"
        aria-pressed={hurry}
        onClick={() => onHurry(!hurry)}
        title="Long pauses are cut to one second"
      >
        Skip pauses
      </Button>
    </div>
  );
}
