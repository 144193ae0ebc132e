import { z } from 'zod';
import { call, type Operation, stream } from '../operation.js';
import { Tour } from './tour.js';

export const tourTake = stream({
  name: 'tour.take',
  summary: 'Take the guided tour: real programs to try',
  description:
    'Starts a run that asks for a name, a worker and a split workspace on a separate tmux server. They exist while this call is followed; when the client disconnects, everything is removed. Only one tour exists; a new one ends the previous one.',
  effect: 'change',
  faces: ['http'],
  input: z.strictObject({}),
  item: z.object({
    type: z.enum(['step', 'ready']).describe('step: what is being started. ready: everything is running.'),
    step: z.string().optional(),
    host: z.string().optional().describe('Address of its tmux server.'),
    run: z.string().optional().describe('Id of the run that asks for a name.'),
    worker: z.string().optional().describe('Name of the worker.'),
  }),
  examples: [{ does: 'take it', input: {} }],
  handler: async function* (_input, { runtime, signal }) {
    yield* (await Tour.of(runtime)).take(signal);
  },
});

export const tourEnd = call({
  name: 'tour.end',
  summary: 'End the guided tour',
  description:
    'Also ends the tour of another client. Returns when everything is removed; succeeds if there is no tour.',
  effect: 'destroy',
  idempotent: true,
  faces: ['http'],
  input: z.strictObject({}),
  output: z.object({ ended: z.boolean().describe('Whether a tour was running.') }),
  examples: [{ does: 'end it', input: {} }],
  handler: async (_input, { runtime }) => {
    const tour = await Tour.of(runtime);
    const ended = tour.going;
    await tour.end();
    return { ended };
  },
});

export const tourStatus = call({
  name: 'tour.status',
  summary: 'Check whether a guided tour is running',
  description: 'There is one for each server.',
  effect: 'read',
  faces: ['http'],
  input: z.strictObject({}),
  output: z.object({ going: z.boolean() }),
  examples: [{ does: 'look', input: {} }],
  handler: async (_input, { runtime }) => ({ going: (await Tour.of(runtime)).going }),
});

export const tourOperations: readonly Operation[] = [tourTake, tourEnd, tourStatus];
