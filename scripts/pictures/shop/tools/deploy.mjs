import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const bold = (text) => `\x1b[1m${text}\x1b[22m`;
const green = (text) => `\x1b[32m${text}\x1b[39m`;
const dim = (text) => `\x1b[2m${text}\x1b[22m`;

const steps = [
  'image shop:1.4.0 pushed (48 MB)',
  '3 of 3 migrations checked',
  'health of the current release: fine',
];
const places = ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'];

console.log(`${bold('Deploy')} shop 1.4.0 ${dim('build 4711, commit 9f3c2ab')}\n`);
for (const step of steps) {
  await sleep(250);
  console.log(`  ${green('✓')} ${step}`);
}
const ask = createInterface({ input: process.stdin, output: process.stdout });
const answer = await ask.question('\nDeploy build 4711 to production? [y/N] ');
ask.close();
if (!/^y/i.test(answer)) {
  console.log('Nothing was changed.');
  process.exit(1);
}
for (const place of places) {
  for (const percent of [10, 35, 60, 85, 100]) {
    const bar = '█'.repeat(percent / 5).padEnd(20, '░');
    process.stdout.write(`\r  ${place}  ${green(bar)} ${String(percent).padStart(3)} %`);
    await sleep(120);
  }
  console.log(`  ${green('healthy')}`);
}
console.log(`\n${green('✓')} ${bold('shop 1.4.0 is live')} ${dim('https://shop.example')}`);
