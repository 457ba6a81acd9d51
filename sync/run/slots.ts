/** Priority of a task: urgent if a caller waits for it, patient by default, heavy if it also needs much memory. */
export type Priority = 'urgent' | 'patient' | 'heavy';

// Maximum concurrent tasks: of all types, of patient and heavy tasks together, and of heavy tasks.
type Limits = { readonly most: number; readonly mostPatient: number; readonly mostHeavy: number };

type Waiting = { readonly priority: Priority; readonly begin: () => void };

// Milliseconds after which a heavy task counts as half, so that a task of hours does not block the queue.
const LASTS_AFTER_MS = 600_000;

/** Creates a queue with a limit of concurrent tasks: urgent tasks first, then first in, first out. */
export function createSlots({ most, mostPatient, mostHeavy }: Limits, lastsAfterMs = LASTS_AFTER_MS) {
  const waiting = new Set<Waiting>();
  const atWork: Record<Priority, number> = { urgent: 0, patient: 0, heavy: 0 };
  // Heavy tasks; a task that lasts counts as half.
  let load = 0;

  // Waits for a slot. Returns the callback that releases it, or `undefined` if the signal aborts first.
  async function take(priority: Priority, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    const slot = Promise.withResolvers<(() => void) | undefined>();
    const entry: Waiting = { priority, begin: () => slot.resolve(begin(priority)) };
    const leave = () => {
      waiting.delete(entry);
      slot.resolve(undefined);
    };
    waiting.add(entry);
    signal.addEventListener('abort', leave, { once: true });
    advance();
    return await slot.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  function advance(): void {
    for (let entry = next(); entry; entry = next()) {
      waiting.delete(entry);
      entry.begin();
    }
  }

  function next(): Waiting | undefined {
    const patient = atWork.patient + atWork.heavy;
    if (patient + atWork.urgent >= most) return undefined;
    const all = [...waiting];
    const urgent = all.find(({ priority }) => priority === 'urgent');
    if (urgent || patient >= mostPatient) return urgent;
    return all.find(({ priority }) => priority === 'patient' || load < mostHeavy);
  }

  // Occupies a slot; returns the callback that releases it.
  function begin(priority: Priority): () => void {
    atWork[priority] += 1;
    let weight = priority === 'heavy' ? 1 : 0;
    load += weight;
    const halve = () => {
      weight /= 2;
      load -= weight;
      advance();
    };
    const timer = priority === 'heavy' ? setTimeout(halve, lastsAfterMs).unref() : undefined;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      atWork[priority] -= 1;
      load -= weight;
      advance();
    };
  }

  return { take };
}
