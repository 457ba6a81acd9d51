// The only import of prom-client.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** Value of a metric with its labels. */
export type Sample = readonly [value: number, labels?: Labels];

/** Counted observations: the number between two bounds (the last without an upper bound), and their sum. */
export type Distribution = { readonly labels: Labels; readonly counts: readonly number[]; readonly sum: number };

type Description = { readonly name: string; readonly help: string; readonly labels?: readonly string[] };
type WithBuckets = Description & { readonly buckets: readonly number[] };

/** Gauges of prom-client with a name ending in `_total`, a suffix for counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * Creates the metrics of a program, including process metrics (memory, CPU, event loop lag, garbage collection). Names
 * follow the naming rules of Prometheus.
 */
export function createMetrics() {
  const registry = new Registry();
  /** Labels of the last `replace` for each gauge, by their common labels. */
  const replacedOf: Map<string, readonly Labels[]>[] = [];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);

  const configured = ({ name, help, labels = [] }: Description) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });

  return {
    counter(description: Description) {
      const counter = new Counter(configured(description));
      return { add: (value = 1, labels: Labels = {}) => counter.inc(labels, value) };
    },
    gauge(description: Description) {
      const gauge = new Gauge(configured(description));
      const replaced = new Map<string, readonly Labels[]>();
      replacedOf.push(replaced);
      return {
        set: (value: number, labels: Labels = {}) => gauge.set(labels, value),
        /** Replaces all values that have the given labels. */
        replace(samples: readonly Sample[], given: Labels = {}) {
          const key = JSON.stringify(given);
          for (const labels of replaced.get(key) ?? []) gauge.remove(labels);
          replaced.set(
            key,
            samples.map(([, labels = {}]) => labels),
          );
          for (const [value, labels = {}] of samples) gauge.set(labels, value);
        },
      };
    },
    histogram({ buckets, ...description }: WithBuckets) {
      const histogram = new Histogram({ ...configured(description), buckets: [...buckets] });
      return { observe: (value: number, labels: Labels = {}) => histogram.observe(labels, value) };
    },
    /** Registers a counter whose values are read at each scrape. */
    readCounter(description: Description, read: () => Iterable<Sample>) {
      const counter: Counter = new Counter({
        ...configured(description),
        collect() {
          counter.reset();
          for (const [value, labels = {}] of read()) counter.inc(labels, value);
        },
      });
    },
    /** Registers a gauge that is read at each scrape; it has no value while reading fails. */
    readGauge(description: Description, read: () => Iterable<Sample> | Promise<Iterable<Sample>>) {
      const gauge: Gauge = new Gauge({
        ...configured(description),
        async collect() {
          const samples = await Promise.resolve()
            .then(read)
            .catch(() => []);
          gauge.reset();
          // Without labels, a reset gauge is 0.
          if (!description.labels?.length) gauge.remove();
          for (const [value, labels = {}] of samples) gauge.set(labels, value);
        },
      });
    },
    /**
     * Registers a histogram whose values are read at each scrape. prom-client's histogram takes 0.5 µs per observation.
     */
    readHistogram({ name, help, buckets }: WithBuckets, read: () => Iterable<Distribution>) {
      const get = async () => ({
        name,
        help,
        type: 'histogram',
        values: [...read()].flatMap((one) => valuesOf(name, buckets, one)),
      });
      // The registry uses only the name and `get` of a metric.
      registry.registerMetric({ name, get } as unknown as Histogram);
    },
    /** Removes every series with the given labels. */
    async forget(given: Labels) {
      for (const replaced of replacedOf) replaced.delete(JSON.stringify(given));
      const isMeant = (labels: Labels) => Object.entries(given).every(([name, value]) => labels[name] === value);
      for (const metric of registry.getMetricsAsArray()) {
        if (!(metric instanceof Counter || metric instanceof Gauge)) continue;
        for (const { labels } of (await metric.get()).values) if (isMeant(labels as Labels)) metric.remove(labels);
      }
    },
    /** Returns all metrics in the Prometheus text format. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

function valuesOf(name: string, buckets: readonly number[], { labels, counts, sum }: Distribution) {
  let count = 0;
  const bucketValues = [...buckets, '+Inf'].map((le, place) => {
    count += counts[place] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...bucketValues,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
