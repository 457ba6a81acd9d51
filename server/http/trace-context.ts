/** Trace context of the client; names of the OpenTelemetry log fields and of W3C Trace Context. */
export type TraceContext = { readonly trace_id: string; readonly parent_id: string };

// Version, trace id, parent id, flags; later versions may append fields (W3C Trace Context §3.2, §4.3).
const TRACEPARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(-.*)?$/;

/** Parses `traceparent`; returns `undefined` for an invalid value, which counts as absent. */
export function readTraceparent(field: string | readonly string[] | undefined): TraceContext | undefined {
  if (typeof field !== 'string') return undefined;
  const [, version, trace, parent, rest] = TRACEPARENT.exec(field) ?? [];
  if (trace === undefined || parent === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { trace_id: trace, parent_id: parent };
}
