import { fileURLToPath } from 'node:url';

/** The root of the checkout, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export function say(sentence) {
  console.log(`muxwright: ${sentence}`);
}

/** A reason why a script cannot go on: shown as it is, without a stack. */
export class Refusal extends Error {}

/** Runs a script's work; a refusal is told as a sentence, and the exit code is what the work returns. */
export async function main(work) {
  try {
    requireNode();
    process.exitCode = await work(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`muxwright: ${error.message}`);
    process.exitCode = 1;
  }
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 9)) return;
  throw new Refusal(
    `Node 20.9 or newer is needed, and this is Node ${process.versions.node}. Get it from https://nodejs.org.`,
  );
}
