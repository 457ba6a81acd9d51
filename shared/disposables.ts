/** Resources that are released in reverse order, like `AsyncDisposableStack`, which Node 22 does not have. */
export class Disposables implements AsyncDisposable {
  #owned: (AsyncDisposable | Disposable)[] = [];

  use<Resource extends AsyncDisposable | Disposable | undefined>(resource: Resource): Resource {
    if (resource) this.#owned.push(resource);
    return resource;
  }

  /** Returns a new stack that owns the resources; this stack is empty then. */
  move(): Disposables {
    const moved = new Disposables();
    moved.#owned = this.#owned.splice(0);
    return moved;
  }

  /** Releases all resources, even after an error; rejects with the last error. */
  async [Symbol.asyncDispose](): Promise<void> {
    const resource = this.#owned.pop();
    if (!resource) return;
    try {
      await (Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose]());
    } finally {
      await this[Symbol.asyncDispose]();
    }
  }
}
