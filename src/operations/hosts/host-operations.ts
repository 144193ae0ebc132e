import type { Operation } from '../operation.js';
import { hostDoctor } from './host-doctor.js';
import { hostInfo } from './host-info.js';
import { hostList } from './host-list.js';

export const hostOperations: readonly Operation[] = [hostList, hostInfo, hostDoctor];
