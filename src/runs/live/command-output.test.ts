import { describe, expect, it } from 'vitest';
import { SentinelReader } from '../../recorder/sentinel.js';
import { CommandOutput } from './command-output.js';

const nonces = { startNonce: 'a'.repeat(32), exitNonce: 'b'.repeat(32) };
const start = `\x18\x1b]7770;${nonces.startNonce};start;run1;1700000000\x1b\\`;
const exit = `\x18\x1b]7770;${nonces.exitNonce};exit;3;0\x1b\\`;
const whole = `echo of a key\r\n${start}first\r\n\x18 no sentinel \x18\x1b]7770;x\r\nlast${exit}a shell`;

describe('CommandOutput', () => {
  it('gives what lies between the sentinels, however it is cut into pieces', () => {
    for (let size = 1; size <= whole.length; size++) {
      const reader = new SentinelReader(nonces);
      const output = new CommandOutput();
      let printed = '';
      for (let at = 0; at < whole.length; at += size) {
        const pieces = reader.push(Buffer.from(whole.slice(at, at + size), 'latin1'));
        printed += Buffer.concat(output.push(pieces)).toString('latin1');
      }
      expect(printed).toBe('first\r\n\x18 no sentinel \x18\x1b]7770;x\r\nlast');
      expect([output.started, output.ended]).toEqual([true, true]);
    }
  });

  it('goes on behind a gap in which the first sentinel was', () => {
    const output = new CommandOutput();
    output.gap();
    expect(String(output.push([Buffer.from('later')]))).toBe('later');
  });
});
