/** The `Accept-Encoding` header of a request (RFC 9110, section 12.5.3). */

const MEMBER = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * The available encoding that the client prefers, or undefined for the plain bytes: also for a client that refuses
 * these, since a server may disregard what it cannot satisfy. Of equal ones the first.
 */
export function chooseEncoding<Name extends string>(header: string, available: readonly Name[]): Name | undefined {
  const weights = new Map<string, number>()
  for (const member of header.split(',')) {
    const [, name, weight = '1'] = MEMBER.exec(member.trim()) ?? []
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = available.filter((name) => weightOf(name) > 0).sort((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) >= weightOf('identity') ? best : undefined
}
