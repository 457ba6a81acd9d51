/** Applies a function to a value: at once, or after the promise of the value is fulfilled. */
export function whenSettled<From, To>(value: From | Promise<From>, to: (value: From) => To | Promise<To>) {
  return value instanceof Promise ? value.then(to) : to(value);
}

/** Returns the result of a function, or of `recover` for its error, which is thrown at once or rejects its promise. */
export function recovered<Value>(
  make: () => Value | Promise<Value>,
  recover: (error: unknown) => Value,
): Value | Promise<Value> {
  try {
    const value = make();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
