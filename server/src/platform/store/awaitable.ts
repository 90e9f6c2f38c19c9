/** A value that is known already is not wrapped in a promise, since each `await` costs the most frequent requests. */
export type Awaitable<T> = T | Promise<T>

/** Like `then`, but at once when the value is known. */
export function mapAwaitable<A, B>(value: Awaitable<A>, next: (value: A) => Awaitable<B>): Awaitable<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}
