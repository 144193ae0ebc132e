import { setTimeout as sleep } from 'node:timers/promises';

const green = (text) => `\x1b[32m${text}\x1b[39m`;
const dim = (text) => `\x1b[2m${text}\x1b[22m`;
const cyan = (text) => `\x1b[36m${text}\x1b[39m`;

const chunks = [
  ['index.html', 0.82, 0.44],
  ['assets/index.css', 14.2, 3.61],
  ['assets/cart.js', 21.74, 8.05],
  ['assets/checkout.js', 48.9, 16.32],
  ['assets/catalogue.js', 96.31, 31.77],
  ['assets/vendor.js', 182.44, 57.9],
];

console.log(`${cyan('shop v1.4.0')} ${green('building for production...')}`);
for (let modules = 36; modules <= 312; modules += 12) {
  process.stdout.write(`\r${green('✓')} ${modules} modules transformed.`);
  await sleep(Number(process.env.PACE ?? 60));
}
console.log(`\n${dim('rendering chunks...')}`);
await sleep(200);
for (const [name, size, packed] of chunks) {
  const file = `${dim('dist/')}${cyan(name)}`.padEnd(48);
  console.log(
    `${file} ${size.toFixed(2).padStart(8)} kB ${dim(`│ gzip: ${packed.toFixed(2).padStart(6)} kB`)}`,
  );
  await sleep(80);
}
if (process.argv.includes('--watch')) {
  console.log(dim('\nwatching for changes...'));
  setInterval(() => {}, 60_000);
}
console.log(green(`✓ built in ${(performance.now() / 1_000).toFixed(2)}s`));
