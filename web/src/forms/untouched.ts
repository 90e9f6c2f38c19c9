/** What was refused and not touched since: a refusal goes with what it was about. */
export function untouched<Refusals extends Record<string, string | undefined>>(
  refusals: Refusals,
  touched: Partial<Record<keyof Refusals, unknown>>,
): Partial<Refusals> {
  const left = Object.entries(refusals).filter(([field]) => !Object.hasOwn(touched, field))
  return Object.fromEntries(left) as Partial<Refusals> // some of its own entries
}
