import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorTitles } from '@countersign/contract/error/error-titles.ts'
import { type ErrorCode, errors } from '@countersign/contract/error/errors.ts'
import { routes, schemasOf } from '@countersign/contract/schemas/route-schemas.ts'
import { checkAnswer } from '../fuzz/checks/check-answer.ts'
import { checkLogLine } from '../fuzz/checks/check-log.ts'
import { checkRaw } from '../fuzz/checks/check-raw.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { chooseRequest } from '../fuzz/requests/choose-request.ts'
import { OIDC_PATHS } from '../fuzz/requests/oidc-request.ts'
import { prefixesOf } from '../fuzz/requests/params.ts'
import type { FuzzRequest } from '../fuzz/requests/request.ts'
import { generateValue } from '../fuzz/values/generate-value.ts'
import { mutateValue } from '../fuzz/values/mutate-value.ts'
import { buildWorld } from '../fuzz/world/world.ts'
import { forDefaultEngine } from '../support/database/engines.ts'
import { createRandom, deriveSeed } from '../support/seeded-random.ts'

const SEED = 20_261_119

forDefaultEngine('the fuzzer', (engine) => {
  test('finds no crash, hang, leak of an error or answer outside the contract', async () => {
    const { sent, failures, succeeded } = await fuzz(engine, { seed: SEED, first: 0, count: 2000 })
    assert.deepEqual(failures, [])
    assert.equal(sent, 2000)
    assert.ok(succeeded.size > routes.length / 2, [...succeeded].join(', '))
  })

  test('sends the same requests for the same seed', async () => {
    const world = await buildWorld(engine)
    const listTitles = async () => {
      const titles: string[] = []
      for (let index = 0; index < 100; index++)
        titles.push((await chooseRequest(world, createRandom(deriveSeed(SEED, index)))).title)
      return titles
    }
    assert.deepEqual(await listTitles(), await listTitles())
    await world.close()
  })
})

describe('the fuzzer', () => {
  for (const route of routes)
    test(`can send a valid request: ${route.method} ${route.path}`, () => {
      const random = createRandom(SEED)
      const source = { random, id: (prefix: string) => `${prefix}_01AAAAAAAAAAAAAAAAAAAAAAAA` }
      for (const schema of [schemasOf(route).body, schemasOf(route).query]) {
        if (!schema) continue
        const value = generateValue(schema, source)
        assert.ok(schema.safeParse(value).success, JSON.stringify(value))
      }
      assert.equal(prefixesOf(route).length, [...route.path.matchAll(/\/:/g)].length)
    })

  test('changes a value in the same way for the same seed', () => {
    const change = (seed: number) => JSON.stringify(mutateValue({ a: [1, { b: 'c' }], d: null }, createRandom(seed)))
    const seeds = Array.from({ length: 2000 }, (_, seed) => seed)
    assert.deepEqual(seeds.map(change), seeds.map(change))
  })

  test('knows every OpenID Connect endpoint', () => {
    for (const path of ['/oidc/token', '/oidc/authorize', '/oidc/jwks', '/.well-known/openid-configuration/oidc'])
      assert.ok(OIDC_PATHS.includes(path), path)
  })

  const request: FuzzRequest = {
    title: '',
    kind: 'route',
    method: 'GET',
    target: '/api/me/launcher',
    headers: [],
    body: undefined,
    framing: 'length',
    persona: undefined,
    stepUps: [],
  }
  const answer = (status: number, json: unknown, type = 'application/json') => ({
    status,
    headers: new Map([['content-type', [type]]]),
    body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
    closes: false,
  })
  const problem = (code: ErrorCode, more: object = {}) => {
    const { status, retry } = errors[code]
    const title = errorTitles[code]
    const type = `http://localhost:3000/problems/${code}`
    const instance = '/api/me/launcher'
    const fields = {
      type,
      title,
      status,
      instance,
      code,
      retryable: retry !== 'no',
      traceId: `0${'A'.repeat(25)}`,
      ...more,
    }
    return answer(status, fields, 'application/problem+json')
  }

  test('accepts what the contract says', () => {
    assert.equal(checkAnswer(request, answer(200, { items: [], incomplete: false })), undefined)
    assert.equal(checkAnswer(request, problem('not_found')), undefined)
    assert.equal(checkRaw('HTTP/1.1 400 Bad Request\r\n'), undefined)
    assert.equal(checkRaw(''), undefined)
  })

  const WRONG: Record<string, [found: string | undefined, says: RegExp]> = {
    'an answer with another field': [
      checkAnswer(request, answer(200, { items: [], incomplete: false, more: 1 })),
      /outside its schema/,
    ],
    'another status': [
      checkAnswer(request, answer(201, { items: [], incomplete: false })),
      /answered 201 instead of 200/,
    ],
    'an internal error': [checkAnswer(request, problem('internal')), /internal/],
    'an error in another form': [checkAnswer(request, answer(400, 'Bad request', 'text/plain')), /with text\/plain/],
    'a code that the route does not declare': [checkAnswer(request, problem('slug_taken')), /slug_taken/],
    'a problem with another member': [checkAnswer(request, problem('not_found', { sql: 'x' })), /outside its schema/],
    'an open redirect': [
      checkAnswer(
        { ...request, kind: 'oidc' },
        { ...answer(303, ''), headers: new Map([['location', ['//evil.example/']]]) },
      ),
      /redirected to/,
    ],
    'a script of the request': [
      checkAnswer({ ...request, kind: 'page' }, answer(200, '<script>alert(1)</script>', 'text/html')),
      /repeated a script/,
    ],
    'a server error of a page': [checkAnswer({ ...request, kind: 'page' }, answer(502, '')), /answered 502/],
    'a server error of a socket': [checkRaw('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 500 Error\r\n'), /500 Error/],
    'a logged error': [checkLogLine('{"level":"error","message":"request failed","code":"internal"}'), /logged/],
    'a raw error of the background': [
      checkLogLine('{"level":"warn","message":"could not x","reason":"FOREIGN KEY constraint failed"}'),
      /logged/,
    ],
  }
  for (const [what, [found, says]] of Object.entries(WRONG))
    test(`reports ${what}`, () => assert.match(found ?? 'nothing', says))
})
