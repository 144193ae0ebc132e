import { describe, expect, it } from 'vitest';
import { commitmentTo, exitNonceOf, newProof } from './end-proof.js';
import { parseEnding } from './run-ending.js';

const proof = newProof();
const commitment = commitmentTo(exitNonceOf(proof));

describe('the record of a wrapper', () => {
  it.each([0, 9, 49, 179])('tells the code %i only when all of it is there', (code) => {
    const record = `1700000000 0000000000 ${code} 0 0 ${proof}\n`;
    for (let length = 0; length < record.length - 1; length++) {
      const { exitCode, leavingCode, sentinelCode } = parseEnding(
        { record: record.slice(0, length) },
        commitment,
      );
      expect([exitCode, leavingCode, sentinelCode]).toEqual([undefined, undefined, undefined]);
    }
    expect(parseEnding({ record }, commitment)).toMatchObject({ leavingCode: code, proven: true });
  });

  it('counts before all other files, which count only together with it', () => {
    const record = `1700000000 1700000009 3 0 0 ${proof}\n`;
    const marks = 'start 1700000000 0\nexit 0 0 40\n';
    expect(parseEnding({ record, exit: '0', marks }, commitment)).toMatchObject({
      exitCode: 3,
      sentinelCode: 3,
      exitPosition: 40,
    });
    const forged = record.replace(proof, newProof());
    for (const texts of [
      { exit: '0', marks },
      { exit: '0', marks, record: forged },
    ]) {
      expect(parseEnding(texts, commitment)).toMatchObject({
        proven: false,
        exitCode: undefined,
        leavingCode: undefined,
        sentinelCode: undefined,
        exitPosition: undefined,
      });
    }
  });

  it('takes no mark of the end that lacks its last word', () => {
    expect(parseEnding({ marks: 'start 1700000000 0\nexit 17' }).sentinelCode).toBeUndefined();
  });
});
