/** What a piece of work asks for: somebody waits for it, it may take its time, or it may and takes much memory too. */
export type Haste = 'urgent' | 'patient' | 'heavy';

/** Most pieces of work at once: of all, of those that nobody waits for, and of heavy ones among these. */
type Limits = { readonly most: number; readonly mostPatient: number; readonly mostHeavy: number };

type Waiting = { readonly place: number; readonly begin: (release: (() => void) | undefined) => void };

/** Milliseconds after which heavy work counts as half: what takes hours is not to keep all others waiting. */
const LASTS_AFTER_MS = 600_000;

/** Bounds how much work goes on at once. Whoever has waited longest comes next; urgent work comes before all other. */
export function createTurns({ most, mostPatient, mostHeavy }: Limits, lastsAfterMs = LASTS_AFTER_MS) {
  const waiting: Record<Haste, Set<Waiting>> = { urgent: new Set(), patient: new Set(), heavy: new Set() };
  const atWork: Record<Haste, number> = { urgent: 0, patient: 0, heavy: 0 };
  /** Heavy work that goes on for long. */
  let lasting = 0;
  let places = 0;

  /** Waits for a turn; answers what ends it, or `undefined` when the signal came first. */
  async function take(haste: Haste, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    const turn = Promise.withResolvers<(() => void) | undefined>();
    const one: Waiting = { place: ++places, begin: turn.resolve };
    const leave = () => {
      waiting[haste].delete(one);
      turn.resolve(undefined);
    };
    waiting[haste].add(one);
    signal.addEventListener('abort', leave, { once: true });
    advance();
    const release = await turn.promise;
    signal.removeEventListener('abort', leave);
    return release;
  }

  function advance(): void {
    for (let haste = next(); haste; haste = next()) begin(haste);
  }

  /** The kind of work of which the first is to begin now. */
  function next(): Haste | undefined {
    const patient = atWork.patient + atWork.heavy;
    if (patient + atWork.urgent >= most) return undefined;
    if (waiting.urgent.size > 0) return 'urgent';
    if (patient >= mostPatient) return undefined;
    const mayBegin = atWork.heavy - lasting / 2 < mostHeavy ? (['patient', 'heavy'] as const) : (['patient'] as const);
    const first = mayBegin.filter((haste) => waiting[haste].size > 0);
    return first.toSorted((one, other) => placeOf(one) - placeOf(other))[0];
  }

  function placeOf(haste: Haste): number {
    const [first] = waiting[haste];
    return first?.place ?? Infinity;
  }

  function begin(haste: Haste): void {
    const [one] = waiting[haste];
    if (!one) return;
    waiting[haste].delete(one);
    atWork[haste] += 1;
    const endLasting = haste === 'heavy' ? watchLasting() : undefined;
    let isOver = false;
    one.begin(() => {
      if (isOver) return;
      isOver = true;
      atWork[haste] -= 1;
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
