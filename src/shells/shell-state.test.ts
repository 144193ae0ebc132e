import { expect, it } from 'vitest';
import { interpret } from './shell-state.js';

const nonce = '010203aaaaaaaaaaaaaaaaaaaaaaaaaa';
const state = (text: string, rows: string[] = [], dead = ''): ReturnType<typeof interpret> =>
  interpret({ path: `muxwright:${nonce}:${text}`, dead, row: '0' }, nonce, rows);

it('reads what the shell told', () => {
  expect(state('idle:7:1:bash')).toMatchObject({ activity: 'idle', prompt: 7, code: 1, kind: 'bash' });
  expect(state('run:7')).toMatchObject({ activity: 'busy', prompt: 7 });
  expect(state('more').activity).toBe('more');
  expect(state('gone:3')).toMatchObject({ activity: 'gone', code: 3 });
  expect(state('run', [], '1').activity).toBe('gone');
});

it('takes the words of another for those of a program that runs', () => {
  const path = 'file://host/home';
  expect(interpret({ path, dead: '', row: '0' }, nonce, []).activity).toBe('busy');
});

it('sees by the space behind the prompt whether a plain shell is idle', () => {
  const prompt = '$\x1b[38;2;1;2;3m ';
  expect(state('idle:1:0:sh', [prompt])).toMatchObject({ activity: 'idle', half: '' });
  expect(state('idle:1:0:sh', [`${prompt}\x1b[39mecho \x1b[1mhalf  `]).half).toBe('echo half');
  expect(state('idle:1:0:sh', ['output']).activity).toBe('busy');
});
