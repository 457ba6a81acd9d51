const RealDate = Date;

/** Sets the clock of this whole process, libraries too, until disposed of; timers go on as they are. */
export function settableClock() {
  let ahead = 0;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number | string | Date]) {
      super(given[0] ?? RealDate.now() + ahead);
    }

    static override now(): number {
      return RealDate.now() + ahead;
    }
  } as DateConstructor;
  return {
    /** Says how far the clock is ahead of what it was. */
    setAhead: (seconds: number): void => {
      ahead = seconds * 1000;
    },
    [Symbol.dispose]: (): void => {
      globalThis.Date = RealDate;
    },
  };
}
