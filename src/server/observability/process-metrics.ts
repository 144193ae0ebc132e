import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

/** The usual numbers about a process of Node, under their usual names. */
export class ProcessMetrics implements Disposable {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });

  constructor(registry: Registry) {
    const registers = [registry];
    const delay = this.#delay;
    delay.enable();
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time in seconds.',
      registers,
      collect() {
        const { user, system } = process.cpuUsage();
        this.reset();
        this.inc((user + system) / 1e6);
      },
    });
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', () =>
      process.memoryUsage.rss(),
    );
    gauge('nodejs_heap_size_used_bytes', 'Heap memory in use.', () => process.memoryUsage().heapUsed);
    gauge('nodejs_external_memory_bytes', 'Memory of buffers.', () => process.memoryUsage().external);
    gauge('process_start_time_seconds', 'Start time of the process, in seconds since 1970.', () =>
      Math.round(performance.timeOrigin / 1000),
    );
    gauge('nodejs_eventloop_lag_p99_seconds', 'Event loop lag since the last scrape.', () => {
      const late = delay.count === 0 ? 0 : delay.percentile(99) / 1e9;
      delay.reset();
      return late;
    });
    new Gauge({
      name: 'process_open_fds',
      help: 'Open file descriptors.',
      registers,
      async collect() {
        // Only where the system tells.
        const open = await readdir('/proc/self/fd').catch(() => undefined);
        if (open) this.set(open.length);
      },
    });

    function gauge(name: string, help: string, value: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value());
        },
      });
    }
  }

  [Symbol.dispose](): void {
    this.#delay.disable();
  }
}
