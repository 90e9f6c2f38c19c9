import type { Endpoint } from '../endpoint.ts'

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
    const segments = path.split('/')
    for (const pattern of withParams) {
      const params = readParams(pattern.segments, segments)
      if (params) return { methods: pattern.methods, params }
    }
    return undefined
  }
}

const PARAM = /^[A-Za-z0-9_-]{1,64}$/

function readParams(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const value = segments[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return undefined
    } else if (PARAM.test(value)) params[part.slice(1)] = value
    else return undefined
  }
  return params
}
