import { beforeEach, describe, expect, it } from 'vitest';
import { CastPlayer } from './cast-player.js';
import { type Cast, readCast } from './read-cast.js';

const text = [
  '{"version":2,"width":10,"height":4}',
  '[1,"o","a"]',
  '[2,"o","b"]',
  '[2.5,"r","20x5"]',
  '[3,"o","c"]',
  '[20,"o","d"]',
].join('\n');

/** Keeps what a terminal would show. */
class Paper {
  shown = '';
  size = '';

  write(data: string): void {
    this.shown += data;
  }

  reset(): void {
    this.shown = '';
  }

  resize(columns: number, rows: number): void {
    this.size = `${columns}x${rows}`;
  }
}

let paper: Paper;
let player: CastPlayer;
let picture: ((now: number) => void) | undefined;
let now: number;

beforeEach(() => {
  paper = new Paper();
  now = 0;
  picture = undefined;
  player = new CastPlayer(readCast(text) as Cast, paper, (next) => {
    picture = next;
    return () => {
      picture = undefined;
    };
  });
});

/** So many seconds pass at the person. */
function pass(seconds: number): void {
  now += seconds * 1_000;
  picture?.(now);
}

describe('the player', () => {
  it('plays what was printed at its time, and stops at the end', () => {
    player.setHurry(false);
    player.play();
    pass(0);
    pass(1.5);
    expect([paper.shown, paper.size]).toEqual(['a', '10x4']);
    pass(2);
    expect([paper.shown, paper.size]).toEqual(['abc', '20x5']);
    pass(30);
    expect(paper.shown).toBe('abcd');
    expect(player.state.value).toMatchObject({ time: 20, playing: false });
  });

  it('goes back by repainting, with the size of that moment', () => {
    player.seek(3);
    expect([paper.shown, paper.size]).toEqual(['abc', '20x5']);
    player.seek(2);
    expect([paper.shown, paper.size]).toEqual(['ab', '10x4']);
    player.seek(-5);
    expect(paper.shown).toBe('');
  });

  it('is as fast as asked', () => {
    player.setHurry(false);
    player.setSpeed(4);
    player.play();
    pass(0);
    pass(0.5);
    expect(player.state.value.time).toBe(2);
  });

  it('cuts a long pause short, but not one that somebody jumps into', () => {
    player.seek(3);
    player.play();
    pass(0);
    pass(0.1);
    expect(player.state.value.time).toBe(19);
    player.pause();
    player.seek(10);
    expect(player.state.value.time).toBe(10);
  });

  it('begins again when it is played at its end', () => {
    player.seek(20);
    player.play();
    expect([player.state.value.time, paper.shown]).toEqual([0, '']);
  });

  it('stands still while it is paused', () => {
    player.play();
    pass(0);
    player.pause();
    pass(5);
    expect(player.state.value.time).toBe(0);
  });
});
