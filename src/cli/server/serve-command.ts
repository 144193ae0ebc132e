import { readFile } from 'node:fs/promises';
import { didYouMean, isMuxError, MuxError, onAbort, shownText } from '../../model/index.js';
import { openLink } from '../../operations/index.js';
import { createServer, logLevels, type MuxServer, type ServerOptions } from '../../server/index.js';
import { openRuntime } from '../open-runtime.js';
import type { Output } from '../output.js';
import { ownCommand } from '../own-command.js';
import type { ParsedArguments } from '../parse-arguments.js';
import { untilSignal } from '../until-signal.js';
import { LogFile } from './log-file.js';
import { onHangup } from './on-hangup.js';

/** Serves until it is told to stop. */
export async function serveCommand(args: ParsedArguments, output: Output): Promise<number> {
  using stop = untilSignal();
  const logPath = args.value('log-file');
  using log = logPath === undefined ? undefined : await LogFile.open(logPath);
  await using runtime = openRuntime(output);
  await using server = await createServer({ runtime, ...(await optionsOf(args)), log });
  using _hangup = onHangup(() => {
    log?.reopen();
    void server.reload();
    void renewCertificate(args, server);
  });
  const json = args.has('json');
  output.print(json ? await announcement(server) : await welcome(server, output));
  // The server serves, whatever becomes of the browser.
  if (args.has('open')) void open(server, json, output);
  await aborted(stop.signal);
  return 0;
}

async function optionsOf(args: ParsedArguments): Promise<Omit<ServerOptions, 'runtime'>> {
  const port = args.value('port');
  return {
    port: port === undefined ? undefined : Number(port),
    anyPort: port === undefined,
    host: args.value('listen'),
    tls: await tlsOf(args),
    insecureBind: args.has('insecure'),
    allowedHosts: args.values('allow-host'),
    logLevel: logLevelOf(args.value('log-level')),
    usualLogLevel: 'warn',
  };
}

function logLevelOf(word: string | undefined): ServerOptions['logLevel'] {
  const level = logLevels.find((one) => one === word);
  if (word === undefined || level !== undefined) return level;
  throw new MuxError('INVALID_ARGUMENT', `'${shownText(word)}' is not a log level.`, {
    suggestion: didYouMean(word, logLevels) ?? `Use one of ${logLevels.join(', ')}.`,
  });
}

/** Connections that are made from now on have the certificate that is in the file now. */
async function renewCertificate(args: ParsedArguments, { app }: MuxServer): Promise<void> {
  try {
    const tls = await tlsOf(args);
    if (tls) (app.server as unknown as SecureServer).setSecureContext(tls);
  } catch {
    app.log.error('the certificate cannot be used; the previous one stays in use');
  }
}

interface SecureServer {
  setSecureContext(options: NonNullable<ServerOptions['tls']>): void;
}

async function tlsOf(args: ParsedArguments): Promise<ServerOptions['tls']> {
  const [cert, key] = [args.value('tls-cert'), args.value('tls-key')];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new MuxError('INVALID_ARGUMENT', '--tls-cert and --tls-key must be given together.', {
      suggestion: 'Give both --tls-cert and --tls-key.',
    });
  }
  return { cert: await pem(cert), key: await pem(key) };
}

async function pem(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    throw new MuxError('FILE_NOT_FOUND', `'${path}' cannot be read (${code}).`, {
      suggestion: 'Give the path of a PEM file that you may read.',
      cause,
    });
  }
}

/** Each link works once, and the printed one may be for another browser, so this one gets a separate link. */
async function open(server: MuxServer, json: boolean, { printError }: Output): Promise<void> {
  try {
    await openLink(await server.link());
  } catch (error) {
    if (!isMuxError(error)) throw error;
    const { code, message, suggestion = '' } = error;
    printError(
      json
        ? `${JSON.stringify({ error: { code, message, suggestion } })}\n`
        : `mux: ${message}\n${suggestion}\n`,
    );
  }
}

async function announcement(server: MuxServer): Promise<string> {
  const { url, tokenFile } = server;
  return `${JSON.stringify({ url, link: await server.link(), tokenFile, pid: process.pid })}\n`;
}

async function welcome(server: MuxServer, { style }: Output): Promise<string> {
  const { url, tokenFile, portChanged } = server;
  const mux = ownCommand();
  return [
    `${style.bold('muxwright')} is serving at ${url}${portChanged ? ' (the default port is in use)' : ''}`,
    '',
    `  ${style.bold('Dashboard')}  ${await server.link()}`,
    `             ${style.dim('The link works once, within 15 minutes. For another one: ')}${mux} token link`,
    '',
    'Try this in another terminal:',
    '  1. start a command and see it in the dashboard',
    `     ${mux} run --detach -- 'for i in 1 2 3 4 5; do date; sleep 1; done'`,
    '  2. ask the server for the running commands',
    `     curl -H "Authorization: Bearer $(cat ${tokenFile})" ${url}/api/operations/run.list`,
    '  3. read the API description and try it',
    `     ${url}/api/docs`,
    '',
    style.dim('Press Ctrl-C to stop the server. Programs in tmux keep running.'),
    '',
  ].join('\n');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}
