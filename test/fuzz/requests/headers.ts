/** Headers as a browser sends them, and changes to them. */

import type { Random } from '../../support/seeded-random.ts'
import { ODD_TEXTS } from '../values/odd-values.ts'
import type { Persona } from '../world/persona.ts'
import type { Header } from './request.ts'

/** A new one for almost every request, so that rate limits do not hide what comes after them. */
export function randomAddress(random: Random): string {
  if (random.chance(0.02)) return random.pick(['10.1.1.1', '2001:db8::1', '2001:db8:0:1::1'])
  if (random.chance(0.1)) return `2001:db8:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::1`
  return `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
}

export function cookieHeader({ browser }: Persona): Header[] {
  const pairs = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? [['Cookie', pairs.join('; ')]] : []
}

export function browserHeaders(method: string, origin: string, address: string): Header[] {
  const changing = method !== 'GET' && method !== 'HEAD'
  return [
    ['Host', new URL(origin).host],
    ['X-Forwarded-For', address],
    ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0.0.0'],
    ['X-Countersign', '1'],
    ['Sec-Fetch-Site', 'same-origin'],
    ...(changing ? ([['Origin', origin]] as Header[]) : []),
  ]
}

const ODD_HEADERS: readonly Header[] = [
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-Fetch-Site', 'same-site'],
  ['Origin', 'null'],
  ['Origin', 'https://evil.example'],
  ['Origin', 'http://localhost:3000.evil.example'],
  ['X-Countersign', '0'],
  ['X-Countersign', '1, 1'],
  ['If-Match', '*'],
  ['If-Match', 'W/"1"'],
  ['If-Match', '"1", "2"'],
  ['If-Match', '"999999999999999"'],
  ['If-Match', '"99999999999999999999"'],
  ['If-Match', '"-1"'],
  ['If-None-Match', '*'],
  ['Cookie', 'cs='],
  ['Cookie', 'cs=%00; cs=x; cs_pre==; ; =;'],
  ['Cookie', `cs=${'A'.repeat(43)}`],
  ['Cookie', `cs=${'x'.repeat(6000)}`],
  ['Cookie', 'cs_ui=%22%3E; cs_dev=x; cs_pre=y; __Host-cs=z'],
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Type', 'multipart/form-data; boundary=x'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'application/json;charset=utf-8'],
  ['Content-Type', 'application/json, text/plain'],
  ['Content-Type', ''],
  ['Content-Encoding', 'gzip'],
  ['Accept', 'text/html'],
  ['Accept', 'application/problem+json'],
  ['Accept', '*/*;q=0'],
  ['Accept-Encoding', 'br;q=0, gzip;q=0, identity;q=0'],
  ['Accept-Language', '*'],
  ['Range', 'bytes=0-0,1-99999999999'],
  ['Expect', '100-continue'],
  ['TE', 'trailers'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', '/admin'],
  ['X-Rewrite-URL', '/admin'],
  ['X-Forwarded-For', 'unknown'],
  ['X-Forwarded-For', `${'1.2.3.4, '.repeat(300)}5.6.7.8`],
  ['X-Forwarded-For', '[::1]:80, "x", 256.1.1.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['Forwarded', 'for=1.2.3.4;host=evil.example;proto=https'],
  ['Authorization', 'Bearer x'],
  ['Authorization', 'Basic ::::'],
  ['Authorization', `Basic ${'A'.repeat(2000)}`],
  ['Last-Event-ID', '../x'],
  ['Idempotency-Key', 'x'],
  ['User-Agent', ''],
  ['User-Agent', 'x'.repeat(4000)],
]

export function changeHeaders(headers: readonly Header[], random: Random): Header[] {
  const changed = [...headers]
  for (let count = 1 + random.below(3); count > 0; count--) {
    const [name, value] = random.pick(ODD_HEADERS)
    const at = changed.findIndex((each) => each[0].toLowerCase() === name.toLowerCase())
    switch (random.below(4)) {
      case 0:
        changed.splice(random.below(changed.length), 1)
        break
      case 1:
        changed.push([name, oddHeaderValue(random)])
        break
      default:
        // Twice, or instead.
        if (at >= 0 && random.chance(0.7)) changed.splice(at, 1)
        changed.push([name, value])
    }
  }
  // HTTP/1.1 without a host is refused before anything reads the request.
  return changed.some(([name]) => name === 'Host') || random.chance(0.1) ? changed : [['Host', 'x'], ...changed]
}

/** Bytes that Node's parser accepts. */
export function oddHeaderValue(random: Random): string {
  const text = random.chance(0.5) ? random.pick(ODD_TEXTS) : random.text(random.below(80))
  return Buffer.from(text.slice(0, 3000))
    .toString('latin1')
    .replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '')
}
