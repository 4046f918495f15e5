/** The numbers this process tells a monitor, in a registry of its own so that two servers in one process do not mix. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  contentType: string;
  /** `operationId` is undefined for pages and unknown paths. */
  observeRequest(operationId: string | undefined, httpStatus: number, durationMs: number): void;
  text(): Promise<string>;
};

/** Numbers of the program around the server, read when a monitor asks. */
export type GaugeSource = {
  name: string;
  help: string;
  labelNames: readonly string[];
  /** When it rejects, the gauge is left out of that answer. */
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
};

export function createMetrics(gauges: readonly GaugeSource[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'openteller_http_request_duration_seconds',
    help: 'From the first header to the last byte, by operation and HTTP status.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  for (const { name, help, labelNames, read } of gauges) {
    const gauge = new Gauge({
      name, help, labelNames: [...labelNames], registers: [registry],
      async collect() {
        const values = await read().catch(() => []);
        gauge.reset();
        for (const { labels, value } of values) gauge.set(labels, value);
      },
    });
  }
  return {
    contentType: registry.contentType,
    observeRequest: (operationId, httpStatus, durationMs) =>
      durations.observe({ operation: operationId ?? 'none', status: String(httpStatus) }, durationMs / 1_000),
    text: () => registry.metrics(),
  };
}
