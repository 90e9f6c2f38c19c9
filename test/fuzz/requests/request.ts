/** A request as it is sent, and how it is written. */

import type { Route } from '@countersign/contract/route.ts'
import type { StepUpAction } from '@countersign/contract/step-up.ts'
import type { Random } from '../../support/seeded-random.ts'
import type { Persona } from '../world/persona.ts'

export type Header = [name: string, value: string]

export type FuzzRequest = {
  /** What was meant, such as `PATCH /api/me as member, changed body`. */
  title: string
  kind: 'route' | 'oidc' | 'forward-auth' | 'page'
  method: string
  target: string
  headers: Header[]
  body: Buffer | undefined
  /** How the body is sent; in pieces of random size when chunked. */
  framing: 'length' | 'chunked'
  /** Their cookies are sent, and what the answer sets is kept. */
  persona: Persona | undefined
  /** What the persona signs first. */
  stepUps: StepUpAction[]
}

export function findRoute(routes: readonly Route[], method: string, target: string): Route | undefined {
  const [path = ''] = target.split('?')
  const wanted = method === 'HEAD' ? 'GET' : method
  const exact = routes.find((route) => route.method === wanted && route.path === path)
  return exact ?? routes.find((route) => route.method === wanted && patternOf(route).test(path))
}

const patterns = new Map<Route, RegExp>()

function patternOf(route: Route): RegExp {
  const known = patterns.get(route)
  if (known) return known
  const pattern = new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[A-Za-z0-9_-]{1,64}')}$`)
  patterns.set(route, pattern)
  return pattern
}

/** In the parts in which it is sent. */
export function writeRequest({ method, target, headers, body, framing }: FuzzRequest, random: Random): Buffer[] {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)]
  if (body && framing === 'length') lines.push(`Content-Length: ${body.length}`)
  if (body && framing === 'chunked') lines.push('Transfer-Encoding: chunked')
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (!body) return [head]
  return framing === 'length' ? [Buffer.concat([head, body])] : [head, ...writeChunks(body, random)]
}

function writeChunks(body: Buffer, random: Random): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(Math.max(body.length / 2, 64))
    const part = body.subarray(at, at + size)
    chunks.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
    at += size
  }
  return [Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])]
}
