import type { State } from '../../db/state/state.ts';

type Measurement = {
  // Monotonic clock in milliseconds.
  readonly now: () => number;
  // Called with the duration of each successful or failed call, such as `tokens.find`.
  readonly took: (call: string, milliseconds: number) => void;
  readonly registered: () => void;
  readonly issued: () => void;
};

/** Wraps a state: measures its calls, and counts new clients and tokens. */
export function measuredState(state: State, { now, took, registered, issued }: Measurement): State {
  const timed =
    <Given extends readonly unknown[], Answer>(
      call: string,
      work: (...given: Given) => Promise<Answer>,
      succeeded?: (answer: Answer) => void,
    ) =>
    (...given: Given): Promise<Answer> => {
      const began = now();
      const answer = work(...given);
      void measure(call, began, answer, succeeded);
      return answer;
    };

  async function measure<Answer>(
    call: string,
    began: number,
    answer: Promise<Answer>,
    succeeded?: (answer: Answer) => void,
  ): Promise<void> {
    try {
      const value = await answer;
      succeeded?.(value);
    } catch {
      // The caller handles the error.
    } finally {
      took(call, now() - began);
    }
  }

  const { clients, tokens, counters } = state;
  return {
    ...state,
    clients: {
      ...clients,
      hasRoom: timed('clients.hasRoom', clients.hasRoom),
      add: timed('clients.add', clients.add, registered),
      find: timed('clients.find', clients.find),
    },
    tokens: {
      ...tokens,
      add: timed('tokens.add', tokens.add, (isIssued) => isIssued && issued()),
      find: timed('tokens.find', tokens.find),
      remove: timed('tokens.remove', tokens.remove),
    },
    counters: {
      ...counters,
      add: timed('counters.add', counters.add),
      find: timed('counters.find', counters.find),
    },
  };
}
