/** Bytes that are no valid HTTP, or more or less than one request. */

import type { Random } from '../../support/seeded-random.ts'

export type RawRequest = { kind: 'raw'; title: string; bytes: Buffer; half: boolean }

const HEAD =
  'Host: localhost:3000\r\nOrigin: http://localhost:3000\r\nX-Countersign: 1\r\nContent-Type: application/json\r\n'
const post = (fields: string, body: string) => `POST /api/client-errors HTTP/1.1\r\n${HEAD}${fields}\r\n\r\n${body}`
const get = (fields: string) => `GET /api/public HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\n`
const CLOSE = 'Connection: close'

/** The client ends its half of the connection, or the server has to close it on its own. */
const SHAPES: Readonly<Record<string, { text: string; half: boolean }>> = {
  nothing: { text: '', half: true },
  zeros: { text: '\0\0\0\0', half: false },
  'a TLS hello': { text: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', half: false },
  'an HTTP/2 preface': { text: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', half: false },
  'no path': { text: 'GET\r\n\r\n', half: false },
  'another version': { text: 'GET / HTTP/9.9\r\n\r\n', half: false },
  'HTTP/1.0': { text: 'GET /api/public HTTP/1.0\r\n\r\n', half: false },
  'no host': { text: 'GET / HTTP/1.1\r\n\r\n', half: false },
  'two hosts': { text: 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', half: false },
  'a long path': { text: `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, half: false },
  'a long header': { text: get(`X: ${'a'.repeat(20_000)}`), half: false },
  'many headers': {
    text: get(
      Array.from({ length: 300 }, (_, i) => `X${i}: 1`)
        .concat(CLOSE)
        .join('\r\n'),
    ),
    half: true,
  },
  'a folded header': { text: get(`X: a\r\n b\r\n${CLOSE}`), half: true },
  'a header without a colon': { text: get('X'), half: false },
  'a space before a colon': { text: get('X : 1'), half: false },
  'a zero in a header': { text: get('X: a\0b'), half: false },
  'bare line feeds': { text: 'GET /api/public HTTP/1.1\nHost: x\nConnection: close\n\n', half: true },
  'half of the head': { text: 'GET /api/public HTTP/1.1\r\nHost', half: true },
  'both framings': { text: post('Content-Length: 5\r\nTransfer-Encoding: chunked', '0\r\n\r\nGET /x'), half: true },
  'two lengths': { text: post('Content-Length: 2\r\nContent-Length: 3', '{}x'), half: false },
  'a negative length': { text: post('Content-Length: -1', '{}'), half: false },
  'a length in hexadecimal': { text: post('Content-Length: 0x2', '{}'), half: false },
  'a huge length': { text: post('Content-Length: 99999999999999999999', '{}'), half: false },
  'a longer length': { text: post('Content-Length: 500', '{"code":"wallet/none"}'), half: true },
  'a shorter length': { text: post('Content-Length: 2', '{"code":"wallet/none"}\r\n\r\n'), half: true },
  'an unknown framing': { text: post('Transfer-Encoding: gzip', '{}'), half: true },
  'chunked twice': { text: post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'), half: true },
  'a bad chunk size': { text: post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), half: true },
  'a huge chunk size': { text: post('Transfer-Encoding: chunked', 'ffffffffffffffff\r\n{}\r\n0\r\n\r\n'), half: true },
  'a chunk that is cut off': { text: post('Transfer-Encoding: chunked', '10\r\n{}'), half: true },
  'chunk extensions': {
    text: post(`Transfer-Encoding: chunked\r\n${CLOSE}`, `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    half: true,
  },
  trailers: {
    text: post(`Transfer-Encoding: chunked\r\n${CLOSE}`, '2\r\n{}\r\n0\r\nCookie: cs=x\r\nHost: y\r\n\r\n'),
    half: false,
  },
  'many requests at once': { text: get('X: 1').repeat(40) + get(CLOSE), half: false },
  connect: { text: 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', half: false },
  'a WebSocket': {
    text: get('Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13'),
    half: true,
  },
  'an upgrade to HTTP/2': {
    text: get(`Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x`),
    half: true,
  },
  'a lower-case method': { text: 'get / HTTP/1.1\r\nHost: x\r\n\r\n', half: false },
  'an expectation': { text: post('Content-Length: 2\r\nExpect: 100-continue', ''), half: true },
}

export function rawRequest(random: Random): RawRequest {
  const [title, { text, half }] = random.pick(Object.entries(SHAPES))
  const bytes = Buffer.from(text, 'latin1')
  if (random.chance(0.6) || bytes.length === 0) return { kind: 'raw', title, bytes, half }
  const changed = Buffer.from(bytes)
  for (let count = 1 + random.below(4); count > 0; count--) changed[random.below(changed.length)] = random.below(256)
  // What it has become, nobody knows.
  return {
    kind: 'raw',
    title: `${title}, changed`,
    bytes: changed.subarray(0, 1 + random.below(changed.length)),
    half: true,
  }
}
