/** Priority of a task: urgent if a caller waits for it, patient by default, heavy if it also needs much memory. */
export type Priority = 'urgent' | 'patient' | 'heavy';

// Maximum concurrent tasks: of all types, of patient and heavy tasks together, and of heavy tasks.
type Limits = { readonly most: number; readonly mostPatient: number; readonly mostHeavy: number };

type Waiting = { readonly place: number; readonly begin: (release: (() => void) | undefined) => void };

// Milliseconds after which a heavy task counts as half, so that a task of hours does not block the queue.
const LASTS_AFTER_MS = 600_000;

/** Creates a queue with a limit of concurrent tasks: urgent tasks first, then first in, first out. */
export function createSlots({ most, mostPatient, mostHeavy }: Limits, lastsAfterMs = LASTS_AFTER_MS) {
  const waiting: Record<Priority, Set<Waiting>> = { urgent: new Set(), patient: new Set(), heavy: new Set() };
  const atWork: Record<Priority, number> = { urgent: 0, patient: 0, heavy: 0 };
  // Number of heavy tasks that count as half.
  let lasting = 0;
  let places = 0;

  // Waits for a slot. Returns the function that releases it, or `undefined` if the signal aborts first.
  async function take(priority: Priority, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    const slot = Promise.withResolvers<(() => void) | undefined>();
    const entry: Waiting = { place: ++places, begin: slot.resolve };
    const leave = () => {
      waiting[priority].delete(entry);
      slot.resolve(undefined);
    };
    waiting[priority].add(entry);
    signal.addEventListener('abort', leave, { once: true });
    advance();
    const release = await slot.promise;
    signal.removeEventListener('abort', leave);
    return release;
  }

  function advance(): void {
    for (let priority = next(); priority; priority = next()) begin(priority);
  }

  function next(): Priority | undefined {
    const patient = atWork.patient + atWork.heavy;
    if (patient + atWork.urgent >= most) return undefined;
    if (waiting.urgent.size > 0) return 'urgent';
    if (patient >= mostPatient) return undefined;
    const mayBegin = atWork.heavy - lasting / 2 < mostHeavy ? (['patient', 'heavy'] as const) : (['patient'] as const);
    const first = mayBegin.filter((priority) => waiting[priority].size > 0);
    return first.toSorted((a, b) => placeOf(a) - placeOf(b))[0];
  }

  function placeOf(priority: Priority): number {
    const [first] = waiting[priority];
    return first?.place ?? Infinity;
  }

  function begin(priority: Priority): void {
    const [entry] = waiting[priority];
    if (!entry) return;
    waiting[priority].delete(entry);
    atWork[priority] += 1;
    const endLasting = priority === 'heavy' ? watchLasting() : undefined;
    let isOver = false;
    entry.begin(() => {
      if (isOver) return;
      isOver = true;
      atWork[priority] -= 1;
      endLasting?.();
      advance();
    });
  }

  function watchLasting(): () => void {
    let isLasting = false;
    const timer = setTimeout(() => {
      isLasting = true;
      lasting += 1;
      advance();
    }, lastsAfterMs).unref();
    return () => {
      clearTimeout(timer);
      if (isLasting) lasting -= 1;
    };
  }

  return { take };
}
