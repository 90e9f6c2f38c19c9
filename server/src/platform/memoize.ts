/** The result of `create` for each object, created when it is first asked for and kept as long as the object. */
export function memoize<Key extends object, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const created = create(key)
    values.set(key, created)
    return created
  }
}
