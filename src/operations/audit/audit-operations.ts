import type { Operation } from '../operation.js';
import { auditList } from './audit-list.js';

export const auditOperations: readonly Operation[] = [auditList];
