import type { PreparedRun, WatchOrder } from '../../../sync/service/run-queue.ts';

/** Runs that have their slot at once, or after `slot`. */
export const prepared =
  (perform: (order: WatchOrder) => ReturnType<PreparedRun['perform']>, slot: Promise<void> = Promise.resolve()) =>
  (order: WatchOrder): PreparedRun => ({
    maySkip: true,
    takeSlot: async () => {
      if (!order.short) await slot;
      return () => {};
    },
    perform: () => perform(order),
  });
