import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createProvider } from '../provider/create-provider.ts'
import { loadInParts } from './load-in-parts.ts'

describe('loadInParts', () => {
  test('lets the event loop turn between the parts of oidc-provider', async () => {
    let turns = 0
    let isLoaded = false
    const turn = () => {
      turns++
      if (!isLoaded) setImmediate(turn)
    }
    setImmediate(turn)
    const loaded = await loadInParts()
    isLoaded = true
    assert.ok(turns >= 5, `${turns} turns`)
    assert.equal(loaded.createProvider, createProvider)
  })
})
