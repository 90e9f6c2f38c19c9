/** The value if it is one of these, as for a parameter of the query string. */
export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value | undefined {
  return values.find((each) => each === value)
}

/** Options of a `Select`, in the order of their labels. */
export function optionsOf<Value extends string>(labels: Record<Value, string>): { value: Value; label: string }[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] })) // its own keys
}

/** Options of a `Select` for named items. */
export function optionsOfItems(items: readonly { id: string; name: string }[]): { value: string; label: string }[] {
  return items.map(({ id, name }) => ({ value: id, label: name }))
}
