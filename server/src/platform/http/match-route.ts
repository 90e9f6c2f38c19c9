import type { Endpoint } from './endpoint.ts'

type Methods = Map<string, Endpoint>
type Match = { methods: Methods; params: Record<string, string> }

/** Paths without parameters are found in a map, others segment by segment. */
export function matchEndpoints(endpoints: Endpoint[]): (path: string) => Match | undefined {
  const byPath = new Map<string, Methods>()
  for (const endpoint of endpoints) {
    const methods = byPath.get(endpoint.route.path) ?? new Map<string, Endpoint>()
    byPath.set(endpoint.route.path, methods.set(endpoint.route.method, endpoint))
  }
  const patterns = [...byPath].filter(([path]) => path.includes('/:'))
  const withParams = patterns.map(([path, methods]) => ({ segments: path.split('/'), methods }))
  return (path) => {
    const methods = byPath.get(path)
    if (methods && !path.includes('/:')) return { methods, params: {} }
    const given = path.split('/')
    for (const pattern of withParams) {
      const params = readParams(pattern.segments, given)
      if (params) return { methods: pattern.methods, params }
    }
    return undefined
  }
}

const PARAM = /^[A-Za-z0-9_-]{1,64}$/

function readParams(wanted: string[], given: string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return undefined
    } else if (PARAM.test(value)) params[part.slice(1)] = value
    else return undefined
  }
  return params
}
