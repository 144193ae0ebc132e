import { describe, expect, it } from 'vitest';
import { sized } from '../soak.js';
import { bridgeTo } from './bridge-to.js';
import { openAgent } from './open-agent.js';
import { raceDialog } from './race-dialog.js';

const ROUNDS = sized(10, 50);

describe.each(['claude', 'codex'] as const)('a permission prompt of %s', (name) => {
  it(`is never answered by a message that meets it as it appears, ${ROUNDS} times`, async () => {
    await using agent = await openAgent(name, { model: { delayMs: 20, chunkMs: 0 } });
    await using bridge = bridgeTo(agent);
    const { outcomes, approved, wrong, unproven } = await raceDialog(agent, bridge, ROUNDS);
    console.log(`${name}, racing: ${JSON.stringify(outcomes)}, ${approved.length} approved by accident`);
    expect({ approved, wrong, unproven }).toEqual({ approved: [], wrong: [], unproven: [] });
  });
});
