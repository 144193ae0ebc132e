import type { Operation } from '../operation.js';
import { tokenCreate } from './token-create.js';
import { tokenLink } from './token-link.js';
import { tokenList } from './token-list.js';
import { tokenRevoke } from './token-revoke.js';

export const tokenOperations: readonly Operation[] = [tokenCreate, tokenList, tokenRevoke, tokenLink];
