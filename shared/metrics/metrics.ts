// prom-client's only door.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** A value of a metric under its labels. */
export type Sample = readonly [value: number, labels?: Labels];

/** Observations that were counted elsewhere: how many fell between two bounds, the last above all, and their sum. */
export type Distribution = { readonly labels: Labels; readonly counts: readonly number[]; readonly sum: number };

type Description = { readonly name: string; readonly help: string; readonly labels?: readonly string[] };
type WithBuckets = Description & { readonly buckets: readonly number[] };

/** Gauges of the package whose names end in `_total`, which is for counters. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * The metrics of one program, those of its process among them (memory, processor time, event-loop lag, garbage
 * collection). Names follow Prometheus' "Metric and label naming".
 */
export function createMetrics() {
  const registry = new Registry();
  /** Of each gauge, what was last given to `replace`, by the labels that all of it has. */
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
        /** Replaces the values that were last given so, under these labels among others. */
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
    /** A counter that was counted elsewhere, and is read at each scrape. */
    readCounter(description: Description, read: () => Iterable<Sample>) {
      const counter: Counter = new Counter({
        ...configured(description),
        collect() {
          counter.reset();
          for (const [value, labels = {}] of read()) counter.inc(labels, value);
        },
      });
    },
    /** A gauge that is read at each scrape; has no value while that fails. */
    readGauge(description: Description, read: () => Iterable<Sample> | Promise<Iterable<Sample>>) {
      const gauge: Gauge = new Gauge({
        ...configured(description),
        async collect() {
          const samples = await Promise.resolve()
            .then(read)
            .catch(() => []);
          gauge.reset();
          // Without labels a reset is a 0.
          if (!description.labels?.length) gauge.remove();
          for (const [value, labels = {}] of samples) gauge.set(labels, value);
        },
      });
    },
    /** A histogram that was counted elsewhere: the package's own takes half a microsecond for each observation. */
    readHistogram({ name, help, buckets }: WithBuckets, read: () => Iterable<Distribution>) {
      const get = async () => ({
        name,
        help,
        type: 'histogram',
        values: [...read()].flatMap((one) => valuesOf(name, buckets, one)),
      });
      // The registry asks a metric for nothing but its name and its values.
      registry.registerMetric({ name, get } as unknown as Histogram);
    },
    /** Removes every series with these labels among others. */
    async forget(given: Labels) {
      for (const replaced of replacedOf) replaced.delete(JSON.stringify(given));
      const isMeant = (labels: Labels) => Object.entries(given).every(([name, value]) => labels[name] === value);
      for (const metric of registry.getMetricsAsArray()) {
        if (!(metric instanceof Counter || metric instanceof Gauge)) continue;
        for (const { labels } of (await metric.get()).values) if (isMeant(labels as Labels)) metric.remove(labels);
      }
    },
    /** All of them in the text format that Prometheus reads. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** The series of a histogram: cumulative buckets, sum and count. */
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
