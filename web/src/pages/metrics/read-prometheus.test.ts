import { expect, it } from 'vitest';
import { readPrometheus, total } from './read-prometheus.js';

it("reads the server's numbers with their labels", () => {
  const samples = readPrometheus(
    [
      '# HELP requests_total How many.',
      '# TYPE requests_total counter',
      'requests_total{route="/api/me",status="200"} 3',
      'requests_total{route="a \\"b\\"",status="500"} 2 1700000000',
      'memory_bytes 1.5e+7',
      'latency_bucket{le="+Inf"} 5',
      'latency_max +Inf',
      'not a sample',
    ].join('\n'),
  );
  expect(samples).toEqual([
    { name: 'requests_total', labels: { route: '/api/me', status: '200' }, value: 3 },
    { name: 'requests_total', labels: { route: 'a "b"', status: '500' }, value: 2 },
    { name: 'memory_bytes', labels: {}, value: 1.5e7 },
    { name: 'latency_bucket', labels: { le: '+Inf' }, value: 5 },
    { name: 'latency_max', labels: {}, value: Number.POSITIVE_INFINITY },
  ]);
  expect(total(samples, 'requests_total')).toBe(5);
  expect(total(samples, 'nothing')).toBeUndefined();
});
