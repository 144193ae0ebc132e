import type { Operation } from '../operation.js';
import { inboxList } from './inbox-list.js';

export const inboxOperations: readonly Operation[] = [inboxList];
