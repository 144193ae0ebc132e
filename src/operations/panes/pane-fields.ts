import { z } from 'zod';
import { targetField, targetHostField } from '../fields.js';

/** What names a pane in every operation of the family. */
export const paneFields = { target: targetField, host: targetHostField };

/** What every answer says of its pane. */
export const paneOutput = { paneId: z.string(), host: z.string().describe('Address of its host.') };
