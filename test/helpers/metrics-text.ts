/** Values by series, such as `up{job="x"}`, of a text that Prometheus reads. */
export function seriesOf(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Names of the metrics of such a text. */
export function metricNames(text: string): readonly string[] {
  return [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
}
