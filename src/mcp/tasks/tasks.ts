import { randomBytes } from 'node:crypto';
import {
  type CallToolResult,
  type ClientCapabilities,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from '@modelcontextprotocol/server';
import type { CallOperation, OperationContext } from '../../operations/index.js';
import { invoke, runStatus, runWait } from '../../operations/index.js';
import { type AskedQuestion, askedQuestion } from '../asking/asked-question.js';
import { giveAnswer } from '../asking/give-answer.js';
import { beginRun, type PendingRun, pendingRun, resumeRun } from '../asking/pending-run.js';
import { isTimeout } from '../error-result.js';

/** The extension that a client declares for each request that may become a task. */
export const TASKS = 'io.modelcontextprotocol/tasks';

export function takesTasks({ extensions }: ClientCapabilities): boolean {
  return extensions?.[TASKS] !== undefined;
}

/** Fails with -32021 for a client that asks about a task and did not declare that it knows what that is. */
export function requireTasks(declared: ClientCapabilities): void {
  if (takesTasks(declared)) return;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });
}

type Input = Readonly<Record<string, unknown>>;
type Store = Awaited<ReturnType<OperationContext['runtime']['store']>>;
type TaskRecord = NonNullable<Awaited<ReturnType<Store['tasks']['get']>>>;

/** What the row of a task remembers. */
interface Waiting extends PendingRun {
  /** Of the call, as milliseconds since 1970; it may take as long as it likes without. */
  readonly endsAt?: number;
}

interface Asks {
  /** Of the input request; none is used twice. */
  readonly key?: string;
  readonly question?: AskedQuestion;
  /** Why the last answer was not given; stands in front of the next question. */
  readonly remark?: string;
}

export interface TaskContext {
  readonly context: OperationContext;
  /** Whether a form may be shown and its answer typed. */
  readonly asks: boolean;
}

/**
 * Long calls as tasks. What a task waits for is a run, which lives in tmux: the row says which, and every look at a task is
 * a look at its run. No process has to live for that, so that none which is killed loses a task.
 */
export class Tasks {
  readonly #context: OperationContext;
  readonly #asks: boolean;

  constructor({ context, asks }: TaskContext) {
    this.#context = context;
    this.#asks = asks;
  }

  /** Begins a call. What is over at once is answered at once; anything else is a task, which is stored before the answer. */
  async begin(operation: CallOperation, input: Input): Promise<CallToolResult | Result> {
    const context = this.#context;
    const result = await beginRun(operation, input, context, FIRST_LOOK_MS);
    if (!isOpen(result, this.#asks)) return result;
    const isWait = operation.name === runWait.name;
    const pending = isWait ? await pendingWait(input, context) : pendingRun(operation, input, result);
    if (!pending) return result;
    const limit = Number(isWait ? (input.timeoutMs ?? 30_000) : (input.waitMs ?? 120_000));
    const waiting: Waiting = { ...pending, ...(limit > 0 && { endsAt: Date.now() + limit }) };
    const id = `task-${randomBytes(16).toString('base64url')}`;
    const { tasks } = await context.runtime.store();
    const task = await tasks.insert(id, callerOf(context), JSON.stringify(waiting));
    return { resultType: 'task', ...shown(task, 'working', `Waiting for run ${pending.run}.`) } as Result;
  }

  /** How a task is now, with its answer or its question. */
  async get(id: string): Promise<Result> {
    const task = await this.#find(id);
    if (task.status === 'cancelled') return shown(task, 'cancelled');
    if (task.result !== undefined) return completed(task, task.result);
    const waiting = JSON.parse(task.pending) as Waiting;
    const context = this.#context;
    const result = await resumeRun(waiting, context, LOOK_MS);
    if (!isOpen(result, this.#asks)) return this.#complete(task, result);
    if (this.#asks && isAsking(result)) {
      const asks = asksOf(task);
      const question = await askedQuestion(waiting.run, waiting.host, context, asks.remark).catch(
        () => undefined,
      );
      if (question) return this.#ask(task, asks, question);
      if (waiting.tool === 'run.complete') return this.#complete(task, result);
    }
    // A moment that is over as well for the call itself.
    const isLate = waiting.endsAt !== undefined && Date.now() > waiting.endsAt;
    return isLate ? this.#complete(task, result) : shown(task, 'working', `Waiting for run ${waiting.run}.`);
  }

  /** Types what a client answers to the question that is open; answers to any other are ignored. */
  async update(
    id: string,
    responses: Input,
    answered: (run: string, outcome: string) => Promise<void>,
  ): Promise<Result> {
    const task = await this.#find(id);
    const { key, question } = asksOf(task);
    if (!this.#asks || task.status !== 'working' || !key || !question || !(key in responses)) return {};
    const { tasks } = await this.#context.runtime.store();
    // The first answer counts: the key is valid for one answer.
    if (!(await tasks.change(task, { asks: undefined }))) return {};
    const open = { ...task, asks: undefined };
    const given = await giveAnswer(question, responses[key], this.#context);
    if (given.is === 'declined') {
      await this.#complete(open, await resumeRun(JSON.parse(task.pending), this.#context, LOOK_MS));
      return {};
    }
    await answered(question.run, given.is === 'given' ? 'ok' : 'QUESTION_CHANGED');
    if ('remark' in given)
      await tasks.change(open, { asks: JSON.stringify({ remark: given.remark } satisfies Asks) });
    return {};
  }

  /** Waits no longer. The run continues, as for every wait that is cancelled. */
  async cancel(id: string): Promise<Result> {
    const task = await this.#find(id);
    const { tasks } = await this.#context.runtime.store();
    await tasks.change(task, { status: 'cancelled' });
    return {};
  }

  async #find(id: string): Promise<TaskRecord> {
    const { tasks } = await this.#context.runtime.store();
    const task = await tasks.get(id, callerOf(this.#context));
    if (task) return task;
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no task '${id.slice(0, 60)}', or it has expired.`,
    );
  }

  async #ask(task: TaskRecord, asks: Asks, question: AskedQuestion): Promise<Result> {
    const message = `Run ${question.run} asks something.`;
    const show = (key: string, { form }: AskedQuestion): Result => ({
      ...shown(task, 'input_required', message),
      inputRequests: { [key]: { method: 'elicitation/create', params: form } },
    });
    if (asks.key !== undefined && asks.question?.fingerprint === question.fingerprint)
      return show(asks.key, asks.question);
    const key = `question-${task.questions + 1}`;
    const { tasks } = await this.#context.runtime.store();
    const change = { asks: JSON.stringify({ key, question } satisfies Asks), questions: task.questions + 1 };
    // Another process was faster: its question is the one that counts.
    if (!(await tasks.change(task, change))) return this.get(task.id);
    return show(key, question);
  }

  async #complete(task: TaskRecord, result: CallToolResult): Promise<Result> {
    const { tasks } = await this.#context.runtime.store();
    await tasks.change(task, { status: 'completed', result: JSON.stringify(result) });
    // Another process may have been faster: what is stored counts.
    const now = await this.#find(task.id);
    if (now.status === 'cancelled') return shown(now, 'cancelled');
    return now.result === undefined ? shown(now, 'working') : completed(now, now.result);
  }
}

const FIRST_LOOK_MS = 500;
/** One look at a run. */
const LOOK_MS = 1;
const POLL_MS = 1_000;
const TTL_MS = 24 * 3_600_000;

function callerOf({ caller }: OperationContext): string {
  return caller?.tokenId ?? 'local';
}

async function pendingWait(input: Input, context: OperationContext): Promise<PendingRun> {
  const run = String(input.run);
  const { host } = await invoke(
    runStatus,
    { run, ...(input.host !== undefined && { host: input.host }) },
    context,
  );
  return { tool: 'run.wait', run, host, input };
}

/** Whether there is still something to wait for, or to ask for. */
function isOpen(result: CallToolResult, asks: boolean): boolean {
  if (result.isError) return isTimeout(result);
  const { state } = (result.structuredContent ?? {}) as Input;
  return state === 'running' || (asks && isAsking(result));
}

function isAsking({ structuredContent, isError }: CallToolResult): boolean {
  const { state, idle, confidence } = (structuredContent ?? {}) as Input;
  return !isError && state === 'waiting-for-input' && idle !== true && confidence !== 'guess';
}

function asksOf({ asks }: TaskRecord): Asks {
  return asks === undefined ? {} : (JSON.parse(asks) as Asks);
}

function shown({ id, createdAt, updatedAt }: TaskRecord, status: string, statusMessage?: string): Result {
  return {
    taskId: id,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: createdAt.toISOString(),
    lastUpdatedAt: updatedAt.toISOString(),
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_MS,
  };
}

function completed(task: TaskRecord, result: string): Result {
  return { ...shown(task, 'completed'), result: JSON.parse(result) };
}
