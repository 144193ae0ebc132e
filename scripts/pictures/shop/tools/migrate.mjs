import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const echo = (word) => spawnSync('stty', [word], { stdio: 'inherit' });

console.log('Connecting to db.shop.example:5432 as shop');
echo('-echo');
const ask = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
process.stdout.write('Password for shop: ');
await ask[Symbol.asyncIterator]().next();
echo('echo');
ask.close();
console.log();
for (const migration of ['0041_add_orders_index', '0042_split_addresses', '0043_drop_old_carts']) {
  await sleep(300);
  console.log(`\x1b[32m✓\x1b[39m ${migration}`);
}
