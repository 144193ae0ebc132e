import type { Operation } from '../operation.js';
import { eventFollow } from './event-follow.js';
import { eventList } from './event-list.js';

export const eventOperations: readonly Operation[] = [eventList, eventFollow];
