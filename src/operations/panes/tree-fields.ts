import { z } from 'zod';
import { treeRoles } from '../../screen/index.js';

export type ElementRole = (typeof treeRoles)[number];

/** What names an element of a screen. */
export const elementFields = {
  ref: z
    .string()
    .regex(/^e\d{1,6}(?:\.\d{1,4}of\d{1,4})?$/)
    .optional()
    .describe('Reference of an element, from pane.tree, e.g. e482190. Alternative to role and name.'),
  role: z.enum(treeRoles).optional().describe('Role of the element.'),
  name: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Name of the element: the full name, or a part that only one element has.'),
};

export const elementOutput = {
  ref: z.string().describe('Reference of the element.'),
  role: z.enum(treeRoles),
  name: z.string(),
};
