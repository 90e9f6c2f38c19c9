export type Filters<Name extends string> = Partial<Record<Name, string>>

/** A value of the address that we know, or none: anyone can write anything there. */
export function oneOf<Value extends string>(value: string | undefined, values: readonly Value[]): Value | undefined {
  return values.find((known) => known === value)
}
