import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Audit, LeaseHolder, Reach, Runtime, Scope, TokenLeases, Tokens } from '../operations/index.js';
import type { ServerMetrics } from './observability/metrics.js';
import type { FailureLimit } from './security/failure-limit.js';
import type { OpenLimits } from './security/open-limits.js';

/** What every plugin of the server works with. */
export interface ServerContext {
  readonly runtime: Runtime;
  readonly tokens: Tokens;
  /** Ends what stays open when the token ends that opened it. */
  readonly leases: TokenLeases;
  readonly audit: Audit;
  readonly log: FastifyBaseLogger;
  readonly metrics: ServerMetrics;
  /** Of this package. */
  readonly version: string;
  readonly stateFolder: string;
  /** Folder of the dashboard; `undefined` if it is not installed. */
  readonly webFolder: string | undefined;
  /** Names under which the server may be asked, in small letters. */
  readonly allowedHosts: Set<string>;
  /** Called when the configuration has changed. */
  readonly configured: Set<() => void>;
  /** Whether what is sent is encrypted. */
  readonly secure: boolean;
  /** Counts failed attempts to sign in. */
  readonly failures: FailureLimit;
  /** Counts what each token has open. */
  readonly limits: OpenLimits;
  /** Aborted when the server begins to close: streams and waits end then. */
  readonly closing: AbortSignal;
  /** Aborted when it waits no longer for what is under way. */
  readonly ending: AbortSignal;
}

/** One part of the server: its routes. All are listed in `plugins.ts`. */
export type ServerPlugin = (app: FastifyInstance, context: ServerContext) => Promise<void>;

/** The caller. */
export interface Caller {
  /** Name of the token. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly via: 'token' | 'cookie';
  readonly tokenId: string;
  /** What it may reach; `undefined`: everything. */
  readonly reach: Reach | undefined;
  /** What was shown: the token itself, or the session of a browser that was opened by it. */
  readonly credential: LeaseHolder;
  readonly expiresAt: Date | undefined;
}

/** The scope required by a route: none, or at least this scope. */
export type RouteScope = 'public' | Scope;

/** The action of a route in the audit log (default: method and path of the route). */
export interface RequestAudit {
  readonly action: string;
  readonly target?: string | undefined;
  readonly host?: string | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route has one, or the server does not start. */
    scope?: RouteScope;
  }
  interface FastifyRequest {
    /** `undefined` only on public routes. */
    caller: Caller | undefined;
    audited: RequestAudit | undefined;
    /** Code of the error that the request ended with. */
    failedWith: string | undefined;
  }
}
