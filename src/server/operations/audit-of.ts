import type { RequestAudit } from '../server-context.js';

/** What an operation is about, out of its input or its answer. What was sent or typed stays out: it may be a secret. */
export function auditOf(action: string, input: unknown, output?: unknown): RequestAudit {
  const given = recordOf(input);
  const answered = recordOf(output);
  const target = subjects.map((name) => textOf(given[name]) ?? textOf(answered[name])).find(Boolean);
  return { action, target: target ?? textOf(answered.id), host: textOf(given.host) };
}

/** The fields that name what an operation works on, as the operations have them. */
const subjects = ['target', 'run', 'agent', 'name', 'sessionName', 'session', 'pane', 'recording', 'id'];

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
