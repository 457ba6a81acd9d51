/** The result of a work, and the turns of the event loop from its beginning to its end. */
export async function countTurns<Result>(work: () => Promise<Result>) {
  let turns = 0;
  let done = false;
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  done = true;
  return { result, turns };
}
