import {
  invoke,
  invokeStream,
  type OperationContext,
  runFollow,
  runOfTarget,
  runOutput,
  workerFollow,
  workerLogs,
} from '../../operations/index.js';
import { byKind } from '../by-kind.js';
import { inContext } from '../calling.js';
import type { Execute } from '../command.js';
import { PictureFilter } from '../foreground/picture-filter.js';
import type { Output } from '../output.js';
import type { ParsedArguments } from '../parse-arguments.js';

interface Line {
  readonly time: string;
  readonly text: string;
}

/** `mux output` and `mux logs`: what a run or a worker has printed, and with `-f` what it prints. */
export const outputCommand: Execute = byKind('TARGET', {
  worker: (args, output) => workerOutput(args, output),
  run: (args, output) => runLog(args, output),
  other: (args, output) => runLog(args, output),
});

/** The same where a name that nobody knows is taken for a worker's; a pane has the log of its run. */
export const logsCommand: Execute = byKind('TARGET', {
  worker: (args, output) => workerOutput(args, output),
  run: (args, output) => runLog(args, output),
  other: (args, output) =>
    /^%\d+$|[:.]/.test(args.operand('TARGET')) ? runLog(args, output) : workerOutput(args, output),
});

const runLog: Execute = (args, output) =>
  inContext(output, async (context) => {
    const run = await runOfTarget(context.runtime, args.operand('TARGET'));
    const printer = new Printer(args, output);
    if (args.has('follow')) {
      const cursor = await printer.begin((from) => runPage(run, from, args, context));
      const input = { run, cursor, form: formOf(args) };
      for await (const event of invokeStream(runFollow, input, context)) {
        if (args.has('json')) await printer.item(event);
        else if (event.type === 'output') {
          printer.missing(event.missingBytes);
          await printer.lines(event.lines ?? []);
        } else if (event.type === 'fault') printer.fault(event.reason);
      }
      return 0;
    }
    return await printer.all((from) => runPage(run, from, args, context));
  });

const workerOutput: Execute = (args, output) =>
  inContext(output, async (context) => {
    const name = args.operand('TARGET');
    const printer = new Printer(args, output);
    if (args.has('follow')) {
      const tail = args.number('lines');
      const input = { name, form: formOf(args), ...(tail !== undefined && { tail }) };
      for await (const item of invokeStream(workerFollow, input, context)) {
        if (args.has('json')) await printer.item(item);
        else {
          printer.missing(item.missingBytes);
          await printer.lines(item.lines);
          printer.fault(item.fault);
        }
      }
      return 0;
    }
    const page = (cursor: number): Promise<Page> =>
      invoke(workerLogs, { name, cursor, form: formOf(args), maxBytes: PAGE_BYTES }, context);
    return await printer.all(page);
  });

interface Page {
  readonly lines: readonly Line[];
  readonly cursor: number;
  readonly hasMore: boolean;
  readonly partial?: string | undefined;
  readonly fault?: string | undefined;
  readonly missingBytes?: number | undefined;
}

const PAGE_BYTES = 1_048_576;

function runPage(
  run: string,
  cursor: number,
  args: ParsedArguments,
  context: OperationContext,
): Promise<Page> {
  return invoke(runOutput, { run, cursor, form: formOf(args), maxBytes: PAGE_BYTES, partial: true }, context);
}

function formOf(args: ParsedArguments): 'raw' | 'plain' {
  return args.has('raw') ? 'raw' : 'plain';
}

/** Prints lines, with their times on request, and at first only the last ones. */
class Printer {
  readonly #args: ParsedArguments;
  readonly #output: Output;
  readonly #last: number | undefined;

  constructor(args: ParsedArguments, output: Output) {
    this.#args = args;
    this.#output = output;
    this.#last = args.number('lines');
  }

  /** Everything, page by page. */
  async all(page: (cursor: number) => Promise<Page>): Promise<number> {
    let kept: readonly Line[] = [];
    let fault: string | undefined;
    let missingBytes: number | undefined;
    for (let cursor = 0, more = true; more; ) {
      const { lines, cursor: next, hasMore, partial, ...rest } = await page(cursor);
      fault = rest.fault;
      missingBytes ??= rest.missingBytes;
      this.missing(rest.missingBytes);
      more = hasMore && next > cursor;
      cursor = next;
      const whole = partial === undefined || more ? lines : [...lines, { time: '', text: partial }];
      if (this.#last !== undefined || this.#args.has('json')) kept = this.#keep([...kept, ...whole]);
      else await this.lines(whole);
    }
    if (this.#args.has('json'))
      this.#output.print(`${JSON.stringify({ lines: kept, fault, missingBytes }, undefined, 2)}\n`);
    else await this.lines(kept);
    this.fault(fault);
    return 0;
  }

  /** Start position of the follow: with a number of lines those come first, by default everything. */
  async begin(page: (cursor: number) => Promise<Page>): Promise<number> {
    if (this.#last === undefined) return 0;
    let kept: readonly Line[] = [];
    let cursor = 0;
    for (let more = true; more; ) {
      const { lines, cursor: next, hasMore } = await page(cursor);
      kept = this.#keep([...kept, ...lines]);
      more = hasMore && next > cursor;
      cursor = next;
    }
    if (!this.#args.has('json')) await this.lines(kept);
    return cursor;
  }

  async lines(lines: readonly Line[]): Promise<void> {
    if (lines.length === 0) return;
    const { style } = this.#output;
    const line = ({ time, text: printed }: Line): string => {
      const text = this.#shown(printed);
      return this.#args.has('times') ? `${style.dim(time)} ${text}\n` : `${text}\n`;
    };
    await this.#output.printWhenReady(lines.map(line).join(''));
  }

  /** On a terminal of a person, a line draws and does nothing else; in a file it is what was printed. */
  #shown(text: string): string {
    const isPerson = this.#output.width !== undefined || this.#output.live;
    return isPerson && !this.#args.has('all-sequences') ? new PictureFilter().push(text) : text;
  }

  fault(reason: string | undefined): void {
    if (reason === undefined) return;
    const { printError, errorStyle } = this.#output;
    printError(
      `${errorStyle.yellow('mux:')} Logging stopped early (${reason}): later output is not in the log.\n`,
    );
  }

  /** Where only the last lines were asked for, the first ones are not missed. */
  missing(bytes: number | undefined): void {
    if (bytes === undefined || this.#last !== undefined) return;
    const { printError, errorStyle } = this.#output;
    printError(`${errorStyle.yellow('mux:')} Log rotation removed ${bytes} bytes before this line.\n`);
  }

  item(item: object): Promise<void> {
    return this.#output.printWhenReady(`${JSON.stringify(item)}\n`);
  }

  #keep(lines: readonly Line[]): readonly Line[] {
    return this.#last === undefined ? lines : this.#last === 0 ? [] : lines.slice(-this.#last);
  }
}
