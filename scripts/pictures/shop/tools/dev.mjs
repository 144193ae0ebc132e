import { setTimeout as sleep } from 'node:timers/promises';

const colour = (code, text) => `\x1b[${code}m${text}\x1b[39m`;
const requests = [
  ['GET', '/', 200, 12],
  ['GET', '/api/products?page=1', 200, 34],
  ['GET', '/assets/index.css', 304, 1],
  ['POST', '/api/cart', 201, 18],
  ['GET', '/api/cart', 200, 6],
  ['GET', '/api/products/mug', 200, 9],
  ['PUT', '/api/cart/mug', 200, 14],
  ['GET', '/favicon.ico', 404, 1],
  ['POST', '/api/checkout', 422, 27],
  ['POST', '/api/checkout', 200, 182],
  ['GET', '/api/orders/1042', 200, 11],
];

console.log(`\n  ${colour(32, 'shop')} dev server at ${colour(36, 'http://localhost:5173/')}\n`);
for (let index = 0; ; index += 1) {
  const [method, path, status, ms] = requests[index % requests.length];
  const time = new Date().toISOString().slice(11, 19);
  const tone = status >= 400 ? (status >= 500 ? 31 : 33) : status >= 300 ? 36 : 32;
  console.log(
    `${colour(90, time)} ${method.padEnd(4)} ${path.padEnd(24)} ${colour(tone, status)} ${colour(90, `${ms} ms`)}`,
  );
  await sleep(index < 14 ? 30 : 900);
}
