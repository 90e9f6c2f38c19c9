/**
 * V8 keeps the whole header or body in memory for as long as a part of it is used. What is kept longer than a request
 * must be a copy.
 */
export function copyString(part: string): string {
  return Buffer.from(part).toString()
}
