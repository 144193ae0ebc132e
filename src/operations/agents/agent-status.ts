import { z } from 'zod';
import { identifyPane } from '../../panes/index.js';
import type { LiveRedactor } from '../../redaction/live-redactor.js';
import { type AgentVerdict, AgentWatch } from '../../status/index.js';
import type { AgentRecord } from '../../store/index.js';
import { targetField, targetHostField, time, timeField } from '../fields.js';
import { call } from '../operation.js';
import { questionOutput } from '../questions/question-fields.js';
import { agentOf, agentOutput, agentStateOutput } from './agent-output.js';
import { agentTarget } from './agent-target.js';
import { currentAgents } from './current-agents.js';

const statusOutput = z.object({
  paneId: z.string(),
  host: z.string(),
  state: agentStateOutput,
  source: z.string().describe('Source of the state.'),
  confidence: z.enum(['certain', 'likely', 'guess']),
  since: timeField,
  detail: z.string(),
  prompt: z
    .object({
      kind: z
        .enum(['permission', 'question', 'answer'])
        .describe('permission: permission to do something. question: a choice. answer: its turn is over.'),
      text: z.string().describe('Text of the question.'),
      ...questionOutput,
      options: z
        .array(z.object({ number: z.number().optional(), label: z.string(), highlighted: z.boolean() }))
        .describe('Options shown on the screen, for agent.respond with mode option.'),
    })
    .optional()
    .describe('What it waits for.'),
  profile: z.string().describe('Profile used to read its screen; generic for an unknown program.'),
  agent: agentOutput.optional().describe('The stored agent, if it is registered.'),
  signals: z
    .array(z.object({ source: z.string(), said: z.string(), at: timeField, role: z.string() }))
    .describe('Everything that was checked, and what it indicates.'),
});

export const agentStatus = call({
  name: 'agent.status',
  summary: 'Show the state of an agent and the evidence for it',
  description:
    'Works for a registered agent and for the program in any pane. If it asks a question, returns the question and its options.',
  effect: 'read',
  faces: ['cli', 'mcp', 'http'],
  input: z.strictObject({ target: targetField, host: targetHostField }),
  output: statusOutput,
  examples: [{ does: 'the agent in the worker api', input: { target: 'api' } }],
  handler: async ({ target, host }, { runtime, signal }) => {
    // What hooks told belongs to the state of an agent.
    await currentAgents(runtime, signal);
    const { tmux, pane, host: place, agent } = await agentTarget(runtime, target, host);
    const { profile } = await identifyPane(tmux, pane.id, await runtime.profiles(), { name: agent?.profile });
    const turns = agent && (await (await runtime.store()).turns.last(agent.id));
    await using watch = new AgentWatch(tmux, pane.id, profile, {
      hasWorked: turns !== undefined,
      answersQueries: false,
    });
    await watch.start();
    const redactor = await runtime.redactor();
    const signals = watch.explain().map(({ source, said, at, role }) => {
      return { source, said: redactor.text(said), at: time(at), role };
    });
    return {
      paneId: pane.id,
      host: place,
      ...judged(watch.verdict, agent, redactor),
      profile: profile.name,
      ...(agent && { agent: agentOf(agent) }),
      signals,
    };
  },
});

/** What hooks told is kept with the agent; it was weighed against the screen when it was written down. */
function judged(
  verdict: AgentVerdict,
  agent: AgentRecord | undefined,
  redactor: LiveRedactor,
): Pick<z.input<typeof statusOutput>, 'state' | 'source' | 'confidence' | 'since' | 'detail' | 'prompt'> {
  const seen = {
    state: verdict.state,
    source: verdict.source,
    confidence: verdict.confidence,
    since: sinceWhen(verdict, agent),
    detail: redactor.text(verdict.detail),
    ...(verdict.prompt && { prompt: promptOf(verdict.prompt, redactor) }),
  };
  if (!agent || agent.state === 'UNKNOWN' || agent.state === verdict.state) return seen;
  const { state, stateSource: source, stateSince, stateDetail: detail } = agent;
  return { state, source, confidence: 'likely', since: time(stateSince), detail };
}

/** Who looks now sees a state begin now; who has watched knows better. */
function sinceWhen({ state, since }: AgentVerdict, agent: AgentRecord | undefined): string {
  const [seen, kept] = [time(since), agent?.state === state ? time(agent.stateSince) : undefined];
  return kept !== undefined && kept < seen ? kept : seen;
}

function promptOf(
  { kind, text, menu, question }: NonNullable<AgentVerdict['prompt']>,
  redactor: LiveRedactor,
): NonNullable<z.input<typeof statusOutput>['prompt']> {
  const options = (menu?.options ?? []).map(({ number, label, highlighted }) => {
    return { number, label: redactor.text(label), highlighted };
  });
  return {
    kind,
    text: redactor.text(text),
    ...(question && { question: redactor.text(question.text), fingerprint: question.fingerprint }),
    options,
  };
}
