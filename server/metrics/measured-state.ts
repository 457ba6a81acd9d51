import type { State } from '../../db/state/state.ts';

type Measurement = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told the duration of each call by its name, such as `tokens.find`, when it has ended either way. */
  readonly took: (call: string, milliseconds: number) => void;
  readonly registered: () => void;
  readonly issued: () => void;
};

/** The same state; the calls of requests are measured, new clients and tokens counted. */
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
      // Whoever called is told.
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
