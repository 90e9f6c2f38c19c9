import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deriveKeys } from '../../platform/crypto/keys.ts'
import type { BoundChallenge } from './challenge-token.ts'
import { rememberIssued, takeIssued } from './issued-challenges.ts'

const newServer = () => ({ keys: deriveKeys(Buffer.alloc(32, 1)) })
const issue = (token: string) => ({ token }) as BoundChallenge // only the token matters here

describe('issued challenges', () => {
  test('are known once, by their whole token', () => {
    const server = newServer()
    const challenge = issue('payload.mac')
    rememberIssued(server, challenge)
    for (const token of ['', 'payload', 'payload.', 'payload.max', 'payload.mac ', 'Payload.mac'])
      assert.equal(takeIssued(server, token), undefined)
    assert.equal(takeIssued(server, 'payload.mac'), challenge)
    assert.equal(takeIssued(server, 'payload.mac'), undefined)
  })

  test('are known to the server that issued them only', () => {
    const [server, other] = [newServer(), newServer()]
    rememberIssued(server, issue('payload.mac'))
    assert.equal(takeIssued(other, 'payload.mac'), undefined)
  })

  test('are forgotten when many were issued after them', () => {
    const server = newServer()
    for (let index = 0; index < 5000; index++) rememberIssued(server, issue(`token ${index}`))
    assert.equal(takeIssued(server, 'token 0'), undefined)
    assert.notEqual(takeIssued(server, 'token 4999'), undefined)
  })
})
