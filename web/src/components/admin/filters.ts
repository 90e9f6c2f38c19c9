export type Filters<Name extends string> = Partial<Record<Name, string>>

/** A value of the query string, if it is one of these. */
export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value | undefined {
  return values.find((each) => each === value)
}
