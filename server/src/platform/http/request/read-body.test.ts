import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { BODY_MAX_BYTES, PROOF_BODY_MAX_BYTES } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import { newAccount, openBrowser, prove } from '../../../../../test/support/server/http-browser.ts'
import { expectProblem } from '../../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'
import { until } from '../../../../../test/support/until.ts'

forDefaultEngine('request bodies', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const send = (raw: string | Buffer, headers = {}) =>
    openBrowser(server).call({ method: 'POST', path: '/api/challenges', raw, headers })

  describe('content type', () => {
    const types = [undefined, '', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
    const almost = [
      'application/jsonp',
      'application/json; charset=utf-16',
      'text/json',
      'application/json, text/plain',
    ]
    for (const type of [...types, ...almost]) {
      test(`rejects ${type}`, async () => {
        expectProblem(await send('{"purpose":"sign_in"}', { 'content-type': type }), 'unsupported_media_type')
      })
    }

    test('rejects a compressed body', async () => {
      expectProblem(await send('x', { 'content-encoding': 'gzip' }), 'unsupported_media_type')
    })

    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
      test(`accepts ${type}`, async () => {
        assert.equal((await send('{"purpose":"sign_in"}', { 'content-type': type })).status, 201)
      })
    }
  })

  describe('invalid JSON', () => {
    const broken = [
      '{',
      '{"purpose":"sign_in"',
      "{'purpose':'sign_in'}",
      '{"purpose":"sign_in"}x',
      'undefined',
      '\0',
      '[1,]',
    ]
    for (const raw of broken)
      test(`rejects ${JSON.stringify(raw)}`, async () => void expectProblem(await send(raw), 'bad_request'))

    test('rejects a body that is not UTF-8', async () => {
      const wrong = Buffer.concat([Buffer.from('{"purpose":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')])
      expectProblem(await send(wrong), 'bad_request')
      expectProblem(await send(Buffer.from('{"purpose":"sign_in"}', 'utf16le')), 'bad_request')
    })

    test('rejects ten thousand levels of nesting cheaply', async () => {
      expectProblem(await send('['.repeat(8000) + ']'.repeat(8000)), 'invalid_body')
      expectProblem(await send('{"a":'.repeat(3000)), 'bad_request')
    })
  })

  describe('invalid shape', () => {
    const shapes: [what: string, raw: string, fields: { path: string; code: string }[]][] = [
      ['nothing', '', [{ path: '', code: 'invalid_type' }]],
      ['null', 'null', [{ path: '', code: 'invalid_type' }]],
      ['a number', '7', [{ path: '', code: 'invalid_type' }]],
      ['an array', '[]', [{ path: '', code: 'invalid_type' }]],
      ['a missing member', '{}', [{ path: '/purpose', code: 'invalid_value' }]],
      ['an unknown value', '{"purpose":"steal"}', [{ path: '/purpose', code: 'invalid_value' }]],
      ['a value of another type', '{"purpose":["sign_in"]}', [{ path: '/purpose', code: 'invalid_value' }]],
      ['an unknown member', '{"purpose":"sign_in","admin":true}', [{ path: '/admin', code: 'unrecognized_keys' }]],
      ['a prototype', '{"purpose":"sign_in","__proto__":{"x":1}}', [{ path: '/__proto__', code: 'unrecognized_keys' }]],
      ['a constructor', '{"purpose":"sign_in","constructor":1}', [{ path: '/constructor', code: 'unrecognized_keys' }]],
      ['a name with a slash', '{"purpose":"sign_in","a/b~":1}', [{ path: '/a~1b~0', code: 'unrecognized_keys' }]],
    ]
    for (const [what, raw, fields] of shapes) {
      test(`names the field: ${what}`, async () => {
        assert.deepEqual(expectProblem(await send(raw), 'invalid_body').fields, fields)
      })
    }

    test('names the field inside a proof without repeating its value', async () => {
      const browser = openBrowser(server)
      const proof = {
        ...(await prove(await browser.challenge(), newAccount())),
        namespace: 'cosmos',
        account: 'secret',
        x: 1,
      }
      const answer = await browser.post('/api/sessions', { proof, keep: 'yes', returnTo: '//evil.example' })
      assert.deepEqual(
        expectProblem(answer, 'invalid_body').fields?.map(({ path }) => path),
        ['/proof/namespace', '/proof/account', '/proof/x', '/keep', '/returnTo'],
      )
      assert.doesNotMatch(answer.text, /secret|cosmos|evil/)
    })

    test('rejects a body where none is expected', async () => {
      expectProblem(await openBrowser(server).post('/api/session/touch', {}), 'invalid_body')
    })

    test('does not pollute prototypes', () => assert.equal('x' in {}, false))
  })

  describe('size limit', () => {
    test('rejects a large Content-Length before reading', async () => {
      for (const [path, limit] of [
        ['/api/challenges', BODY_MAX_BYTES],
        ['/api/sessions', PROOF_BODY_MAX_BYTES],
      ] as const) {
        const answer = await openBrowser(server).call({ method: 'POST', path, raw: Buffer.alloc(limit + 1, 32) })
        assert.equal(
          expectProblem(answer, 'payload_too_large').detail,
          `The request body is limited to ${limit} bytes.`,
        )
        assert.equal(answer.headers.connection, 'close')
      }
    })

    test('reads up to the last byte of the limit', async () => {
      const exact = '{"purpose":"sign_in"}'.padEnd(BODY_MAX_BYTES, ' ')
      assert.equal((await send(exact)).status, 201)
    })

    test('rejects a large body without Content-Length and closes the connection', async () => {
      const { status, text, closed } = await sendEndlessly(server)
      assert.equal(status, 413)
      assert.match(text, /"payload_too_large"/)
      await closed
    })

    test('rejects an invalid Content-Length', async () => {
      for (const length of ['-1', '1e9', '0x10', '99999999999999999999'])
        assert.match(await sendRaw(server, `Content-Length: ${length}\r\n\r\n`), /^HTTP\/1\.1 4(?:00|13) /)
    })
  })

  test('are empty when the request has neither Content-Length nor Transfer-Encoding', async () => {
    assert.match(await sendRaw(server, '\r\n'), /^HTTP\/1\.1 400 [\s\S]*"invalid_body"/)
    assert.match(await sendRaw(server, 'Content-Length: 0\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*"invalid_body"/)
    const signOut = HEAD.replace('POST /api/challenges', 'DELETE /api/session')
    assert.match(await sendRaw(server, '\r\n', signOut), /^HTTP\/1\.1 204 /)
  })

  test('treat an aborted body as a client error', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`${HEAD}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n`)
    await once(socket, 'data') // "100 Continue": the server waits for the body
    socket.write('{"purpose"', () => socket.destroy())
    const line = await until(
      () => server.logLines.find((entry) => entry.includes('"bad_request"') && entry.includes('/api/challenges')),
      (found) => found !== undefined,
      'the request is logged',
    )
    assert.match(line ?? '', /"level":"info"/)
  })
})

const HEAD =
  'POST /api/challenges HTTP/1.1\r\nHost: x\r\nOrigin: http://localhost:3000\r\nX-Countersign: 1\r\nContent-Type: application/json\r\n'

/** A client that does not stop sending until it is cut off. */
function sendEndlessly(server: TestServer) {
  return new Promise<{ status: number | undefined; text: string; closed: Promise<unknown> }>((resolve, reject) => {
    const headers = { origin: 'http://localhost:3000', 'x-countersign': '1', 'content-type': 'application/json' }
    const outgoing = request(`${server.url}/api/challenges`, { method: 'POST', headers, agent: false })
    const closed = new Promise((done) => outgoing.on('close', done))
    let answered = false
    const more = () => {
      if (!outgoing.destroyed && !outgoing.writableEnded)
        outgoing.write(Buffer.alloc(4096, 32), () => setImmediate(more))
    }
    outgoing.on('response', (incoming) => {
      let text = ''
      answered = true
      incoming.on('data', (chunk) => {
        text += chunk
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode, text, closed }))
    })
    outgoing.on('error', (error) => {
      if (!answered) reject(error)
    })
    more()
  })
}

function sendRaw(server: TestServer, rest: string, head = HEAD): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      socket.end()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    socket.write(head + rest)
  })
}
