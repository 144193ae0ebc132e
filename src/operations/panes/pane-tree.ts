import { z } from 'zod';
import { readMoment } from '../../runs/index.js';
import { allNodes, nodeStates, screenTree, type TreeFacts, treeRoles, treeText } from '../../screen/index.js';
import { call } from '../operation.js';
import { type OpenPane, openPane } from './open-pane.js';
import { paneFields, paneOutput } from './pane-fields.js';
import { shownScreen } from './shown-screen.js';

const place = { row: z.number(), column: z.number(), width: z.number(), height: z.number() };

export const paneTree = call({
  name: 'pane.tree',
  summary: 'List the elements on a screen',
  description:
    'Dialogs, lists and their options, fields, buttons, checkboxes and tables, each with a name, a state and a reference: far fewer tokens than the screen. Act on an element with pane.choose and pane.fill. If nothing is listed, the screen is plain text: use pane.screen.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({
    ...paneFields,
    guesses: z
      .boolean()
      .default(false)
      .describe(
        'Include elements whose role is only a guess, marked with a question mark. They cannot be acted on.',
      ),
    cells: z.boolean().default(false).describe('Include table cells, in addition to rows.'),
    details: z
      .boolean()
      .default(false)
      .describe('Also return each element as data, with its position and the reasons for its role.'),
  }),
  output: z.object({
    ...paneOutput,
    text: z.string().describe('One line per element: role, name, state, value, reference.'),
    kind: z
      .enum(['line', 'password', 'key', 'running'])
      .optional()
      .describe('What the program reads, according to the kernel; running if it reads nothing.'),
    elements: z
      .array(
        z.object({
          ref: z.string(),
          role: z.enum(treeRoles),
          name: z.string(),
          state: z.array(z.enum(nodeStates)),
          value: z.string().optional(),
          bounds: z.object(place).describe('Columns and rows, starting at 0.'),
          confidence: z.enum(['certain', 'likely', 'guess']),
          evidence: z.array(z.string()),
          inside: z.string().optional().describe('Reference of the parent element.'),
        }),
      )
      .optional(),
  }),
  examples: [
    { does: 'elements on the screen of the worker api', input: { target: 'api' } },
    { does: 'with all reasons', input: { target: '%3', guesses: true, details: true } },
  ],
  handler: async ({ target, host, guesses, cells, details }, { runtime }) => {
    const open = await openPane(runtime, target, host);
    const { pane } = open;
    const [screen, { command }, kind] = await Promise.all([pane.styledScreen(), pane.info(), kindOf(open)]);
    const facts = { program: command, kind };
    const tree = screenTree(shownScreen(screen, open.redact), facts);
    return {
      paneId: pane.id,
      host: open.host,
      text: treeText(tree, { refs: true, guesses, cells }),
      ...(kind && { kind }),
      ...(details && { elements: elementsOf(tree, { guesses, cells }) }),
    };
  },
});

/** What the kernel says, where it can be asked. */
async function kindOf({ tmux, pane }: OpenPane): Promise<TreeFacts['kind']> {
  try {
    const { verdict } = await readMoment({ tmux, pane }, (await pane.info()).pid);
    if (verdict.confidence === 'guess') return undefined;
    if (verdict.state === 'running') return verdict.confidence === 'certain' ? 'running' : undefined;
    return verdict.state === 'waiting' ? verdict.kind : undefined;
  } catch {
    return undefined;
  }
}

type Tree = ReturnType<typeof screenTree>;

function elementsOf(tree: Tree, { guesses, cells }: { readonly guesses: boolean; readonly cells: boolean }) {
  const nodes = [...allNodes(tree)];
  const parents = new Map(nodes.flatMap((node) => node.children.map((child) => [child, node.ref] as const)));
  return nodes
    .filter(({ role, confidence }) => (guesses || confidence !== 'guess') && (cells || role !== 'cell'))
    .map((node) => {
      const { ref, role, name, state, value, bounds, confidence, evidence } = node;
      const inside = parents.get(node);
      return {
        ref,
        role,
        name,
        state: [...state],
        bounds,
        confidence,
        evidence: evidence.map(({ kind, detail }) => `${kind}: ${detail}`),
        ...(value !== undefined && { value }),
        ...(inside !== undefined && { inside }),
      };
    });
}
