import { formatHostAddress } from '../../model/index.js';
import type { BaseRuntime } from '../base-runtime.js';
import { within } from './current-confinement.js';
import type { Place, PlaceRef } from './place.js';
import { Places } from './places.js';
import { isNarrow, type Reach } from './reach.js';
import { hostRefused, targetRefused } from './reach-errors.js';
import { reachesHost } from './reachable-hosts.js';
import { refHosts } from './ref-hosts.js';

/**
 * What a caller with limits may reach: the one place where that is decided, whichever face it comes by. Work that runs
 * within it opens no other host, however it got to the address.
 */
export class Confinement {
  readonly reach: Reach;
  readonly #runtime: BaseRuntime;
  readonly #hosts: Map<string, Promise<boolean>> | undefined;

  /** @param hosts what was decided about hosts before, where that still counts */
  constructor(runtime: BaseRuntime, reach: Reach, hosts?: Map<string, Promise<boolean>>) {
    this.#runtime = runtime;
    this.reach = reach;
    this.#hosts = hosts;
  }

  /** The same limits for one answer: each host is decided once, however many rows of the answer are on it. */
  forOneAnswer(): Confinement {
    return new Confinement(this.#runtime, this.reach, new Map());
  }

  /** Whether what is on a host has to be looked at one by one. */
  get narrow(): boolean {
    return isNarrow(this.reach);
  }

  /** Whether all hosts are in reach that something is remembered of. */
  get hasAllKnown(): boolean {
    return typeof this.reach.hosts === 'string';
  }

  /** Carries out something for the caller. */
  run<T>(work: () => T): T {
    return within(this, (address) => this.requireHost(formatHostAddress(address)), work);
  }

  allowsHost(host: string): Promise<boolean> {
    const allowed = this.#hosts?.get(host) ?? reachesHost(this.#runtime, this.reach, host);
    this.#hosts?.set(host, allowed);
    return allowed;
  }

  /** Fails with `HOST_NOT_ALLOWED`. */
  async requireHost(host: string): Promise<void> {
    if (!(await this.allowsHost(host))) throw hostRefused(this.reach, host);
  }

  /** Fails with `HOST_NOT_ALLOWED` or `TARGET_NOT_ALLOWED` where one of these is outside. */
  async require(refs: readonly PlaceRef[]): Promise<void> {
    const store = await this.#runtime.store();
    for (const ref of refs) {
      if ('everything' in ref && !this.hasAllKnown) throw targetRefused(this.reach, ref);
      for (const host of await refHosts(store, ref)) await this.requireHost(host);
      if (!this.narrow || 'on' in ref) continue;
      const place = await this.run(() => this.places().of(ref));
      if (!place || !this.includes(place)) throw targetRefused(this.reach, ref);
    }
  }

  /** Whether something is inside; of what nobody can tell the place it is not. */
  async holds(place: Place | undefined): Promise<boolean> {
    return place !== undefined && (await this.allowsHost(place.host)) && this.includes(place);
  }

  /** Whether a session of this name is, whatever is in it. */
  reachesSession(name: string): boolean {
    return this.reach.sessions.length === 0 || this.reach.sessions.includes(name);
  }

  /** Where things are now. */
  places(): Places {
    return new Places(this.#runtime);
  }

  /** The same for a place on a host that was checked. */
  includes({ sessions, tags }: Place): boolean {
    const { reach } = this;
    const isIn = (wanted: readonly string[], found: readonly string[]): boolean =>
      wanted.length === 0 || found.some((one) => wanted.includes(one));
    return isIn(reach.sessions, sessions) && isIn(reach.tags, tags);
  }
}
