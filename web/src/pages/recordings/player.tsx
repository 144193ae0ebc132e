import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Store, useStore } from '../../api/store.js';
import { Spinner } from '../../components/spinner.js';
import type { CastPlayer, PlayerState } from './cast-player.js';
import { markersOf } from './cast-seek.js';
import { PlayerControls } from './player-controls.js';
import { PlayerSearch } from './player-search.js';
import type { Cast } from './read-cast.js';
import { usePlayerKeys } from './use-player-keys.js';

/** The terminal is the heavy part; it comes when a recording is there. */
const CastScreen = lazy(async () => ({ default: (await import('./cast-screen.js')).CastScreen }));

export interface PlayerProps {
  readonly cast: Cast;
  readonly label: string;
  /** Seconds to begin at. */
  readonly start: number | undefined;
  /** The moment is where a person stopped to look. */
  readonly onMoment: (time: number) => void;
}

/** Plays a recording: seek, speed, markers, search. */
export function Player({ cast, label, start, onMoment }: PlayerProps) {
  const [player, setPlayer] = useState<CastPlayer | undefined>(undefined);
  const search = useRef<HTMLInputElement>(null);
  const state = useStore(player?.state ?? still);
  const markers = useMemo(() => markersOf(cast), [cast]);
  const begun = useRef(false);
  useEffect(() => {
    if (!player) return;
    // The first time at the moment of the link; else where it is of use: the end tells most.
    if (!begun.current) player.seek(start ?? 0);
    begun.current = true;
    if (start === undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches) player.play();
  }, [player, start]);
  const seek = (time: number): void => {
    player?.seek(time);
    onMoment(player?.state.value.time ?? time);
  };
  const toggle = (): void => {
    player?.toggle();
    if (player && !player.state.value.playing) onMoment(player.state.value.time);
  };
  usePlayerKeys({ player, markers, duration: cast.duration, seek, toggle, search });
  return (
    <section className="player" aria-label={label}>
      <div className="player-frame">
        <Suspense fallback={<Spinner label="Loading the player" />}>
          <CastScreen cast={cast} label={label} onReady={setPlayer} />
        </Suspense>
      </div>
      <PlayerControls
        ready={player !== undefined}
        state={state}
        duration={cast.duration}
        markers={markers}
        onToggle={toggle}
        onSeek={seek}
        onSpeed={(speed) => player?.setSpeed(speed)}
        onHurry={(hurry) => player?.setHurry(hurry)}
      />
      <PlayerSearch
        cast={cast}
        input={search}
        onJump={(time) => {
          player?.pause();
          seek(time);
        }}
      />
    </section>
  );
}

const still = new Store<PlayerState>({ time: 0, playing: false, speed: 1, hurry: true });
