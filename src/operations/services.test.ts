import { expect, it } from 'vitest';
import { Services } from './services.js';

it('gives what is still open to what is being closed, and makes nothing new', async () => {
  const services = new Services();
  const seen: unknown[] = [];
  await services.get('first', async () => 'open');
  await services.get('second', async () => ({
    async [Symbol.asyncDispose]() {
      seen.push(await services.get('first', async () => 'made again'));
      seen.push(await services.get('third', async () => 'made').catch((error) => error.code));
    },
  }));
  await services.close();
  expect(seen).toEqual(['open', 'CLOSED']);
  await expect(services.get('first', async () => 'made again')).rejects.toMatchObject({ code: 'CLOSED' });
});
