/** Claims that are not text are shown as JSON. */
export function claimLines(claims: Record<string, unknown>): { claim: string; value: string }[] {
  return Object.entries(claims).map(([claim, value]) => ({
    claim,
    value: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  }))
}
