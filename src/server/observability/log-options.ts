import type { FastifyRequest } from 'fastify';
import type { LogDestination } from './log-destination.js';
import { loggedError } from './logged-error.js';
import { readableLog } from './readable-log.js';

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface LogOptions {
  readonly level: LogLevel;
  readonly destination: LogDestination;
}

/** The log goes to stderr: stdout belongs to the process that started the server. */
export function standardLog(stream: NodeJS.WriteStream = process.stderr): LogDestination {
  return stream.isTTY ? readableLog(stream) : stream;
}

/**
 * The options of fastify for a log that holds what happened and nothing that was said: an address has its query left
 * out, because a code to sign in may stand there; headers and bodies are never in it.
 */
export function loggerOptions({ level, destination }: LogOptions) {
  return {
    level,
    stream: destination,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    hooks: {
      // Of an error without a word about it, pino would make its message that word.
      logMethod(this: unknown, args: unknown[], method: (...args: unknown[]) => void) {
        const [first] = args;
        method.apply(this, args.length === 1 && typeof first === 'object' ? [first, 'entry'] : args);
      },
    },
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
      res: ({ statusCode = 0 }: { readonly statusCode?: number }) => ({ statusCode }),
      err: loggedError,
      error: loggedError,
    },
  };
}
