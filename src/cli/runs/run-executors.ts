import { MuxError } from '../../model/index.js';
import {
  defined,
  invoke,
  Runtime,
  recordingPrune,
  runEnd,
  runExplain,
  runInput,
  runList,
  runMetrics,
  runOfTarget,
  runPrune,
  runRecover,
  runScrub,
  runStatus,
  runStop,
} from '../../operations/index.js';
import { askingOnce, calling, inContext } from '../calling.js';
import type { Execute } from '../command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { printable } from '../style.js';
import { ago, span } from '../text/ago.js';
import { columns, list } from '../text/columns.js';
import { exitText } from '../text/exit-text.js';
import { readText } from '../text/read-text.js';
import { remainsText } from '../text/remains-text.js';
import { promptText, stateText } from './run-text.js';

/** The run that is meant: by its id, by the name of the worker or agent that it is, or by its pane. */
async function named(args: ParsedArguments): Promise<{ run: string; host?: string }> {
  const host = args.value('host');
  await using runtime = new Runtime(askingOnce);
  return defined({ run: await runOfTarget(runtime, args.operand('TARGET'), host), host }) as {
    run: string;
    host?: string;
  };
}

export const status = calling(runStatus, named, (run, _, { style }) => {
  const rows = [
    [run.id, stateText(run, style), ago(run.startedAt), printable(run.title ?? run.command ?? '')],
  ];
  return columns(rows) + promptText(run);
});

export const explain = calling(runExplain, named, (run, _, { style }) => {
  const rows = run.signals.map(({ source, says, confidence = '', detail }) => [
    source,
    says,
    style.dim(confidence),
    printable(detail),
  ]);
  return `${stateText(run, style)} (${run.confidence}, by ${run.source})\n${promptText(run)}${columns(rows)}`;
});

export const input: Execute = async (args, output) => {
  const text = await readText(args.operand('TEXT'), args.has('secret'), output);
  const given = {
    ...(await named(args)),
    text,
    ...(args.has('option') && { mode: 'option' as const }),
    enter: !args.has('no-enter'),
    secret: args.has('secret'),
    ...defined({ fingerprint: args.value('question') }),
  };
  return calling(
    runInput,
    () => given,
    () => '',
  )(args, output);
};

export const stop: Execute = (args, output) =>
  args.has('recording')
    ? calling(runStop, named, ({ id }) => `Stopped logging ${id}; its command keeps running.`)(args, output)
    : calling(
        runEnd,
        async (given) =>
          defined({ ...(await named(given)), graceMs: given.duration('grace') }) as { run: string },
        (run) => `${run.id} ${exitText(run)}${remainsText(run.remains)}`,
      )(args, output);

export const scrub: Execute = async (args, output) => {
  const run = await named(args);
  // A secret is asked for only where there is something to scrub.
  await inContext(output, (context) => invoke(runStatus, run, context), askingOnce);
  const secret = await readText('', true, output);
  return calling(
    runScrub,
    () => ({ ...run, secrets: [secret] }),
    ({ id, log, events, records, files, remains }) =>
      [
        `Masked in ${id}: ${log} in its log, ${events} events, ${records} other records, ${files} in files.`,
        ...remains.map((place) => `May remain: ${place}`),
      ].join('\n'),
  )(args, output);
};

export const runs = calling(
  runList,
  (args) =>
    defined({
      host: args.value('host'),
      session: args.value('session'),
      state: args.has('running') ? (['running'] as const).slice() : undefined,
      limit: args.number('limit'),
    }),
  ({ runs: found, hasMore }, _, output) => {
    const { style } = output;
    if (found.length === 0) return 'No runs. Start one with: mux run -- COMMAND';
    const rows = found.map((run) => [
      run.id,
      run.state === 'finished' ? stateText({ ...run, code: run.exitCode }, style) : stateText(run, style),
      ago(run.startedAt),
      run.host === 'local' ? '' : run.host,
      printable(run.title ?? run.command ?? ''),
    ]);
    return (
      list(['RUN', 'STATE', 'SINCE', 'HOST', 'COMMAND'], rows, output) +
      (hasMore ? style.dim('… use --limit to list more\n') : '')
    );
  },
  askingOnce,
);

export const recover = calling(
  runRecover,
  (args) => defined({ host: args.value('host') }),
  ({ host, changed, running }, _, { style }) => {
    const rows = changed.map((run) => [run.id, stateText({ ...run, code: run.exitCode }, style)]);
    return `${columns(rows)}${running.length} ${running.length === 1 ? 'run is' : 'runs are'} running on ${host}.`;
  },
);

export const prune: Execute = (args, output) =>
  (args.has('recordings') ? pruneRecordings : pruneRuns)(args, output);

const pruneRecordings = calling(
  recordingPrune,
  (args) => {
    if (args.has('keep') || args.has('host')) throw onlyForRuns();
    return defined({
      maxAgeMs: args.duration('older'),
      maxTotalBytes: args.number('max-bytes'),
      dryRun: args.has('dry-run'),
    });
  },
  ({ recordings: gone, dryRun }) => {
    const rows = gone.map(({ id, reason, bytes }) => [id, reason, `${bytes} bytes`]);
    const what = gone.length === 1 ? '1 recording' : `${gone.length} recordings`;
    return `${columns(rows)}${dryRun ? `Would remove ${what}.` : `Removed ${what}.`}`;
  },
);

function onlyForRuns(): MuxError {
  return new MuxError('INVALID_ARGUMENT', '--keep and --host cannot be combined with --recordings.', {
    suggestion: 'Use --older or --max-bytes with --recordings.',
  });
}

const pruneRuns = calling(
  runPrune,
  (args) =>
    defined({
      host: args.value('host'),
      maxAgeMs: args.duration('older') ?? (args.has('keep') || args.has('max-bytes') ? undefined : WEEK_MS),
      maxRuns: args.number('keep'),
      maxTotalBytes: args.number('max-bytes'),
      dryRun: args.has('dry-run'),
    }),
  ({ runs: gone, dryRun }) => {
    const rows = gone.map(({ id, reason, bytes }) => [id, reason, `${bytes} bytes`]);
    const what = gone.length === 1 ? '1 run' : `${gone.length} runs`;
    return `${columns(rows)}${dryRun ? `Would remove ${what}.` : `Removed ${what}.`}`;
  },
);

const WEEK_MS = 7 * 86_400_000;

export const metrics = calling(
  runMetrics,
  (args) => defined({ host: args.value('host') }),
  ({ types }, _, { style }) => {
    if (types.length === 0) return 'No runs.';
    const head = ['kind', 'runs', 'fine', 'median', 'longest', 'prompts'].map(style.bold);
    const rows = types.map((type) => [
      type.type,
      String(type.count),
      type.successRate === undefined ? '' : `${Math.round(type.successRate * 100)}%`,
      type.durationMs ? span(type.durationMs.median) : '',
      type.durationMs ? span(type.durationMs.max) : '',
      String(type.prompts),
    ]);
    return columns([head, ...rows]);
  },
);
