import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Exchange } from '../exchange.ts'
import { requireOwnOrigin, requireOwnPage } from './require-own-origin.ts'

const ORIGIN = 'https://id.example'
const OWN = { origin: ORIGIN, 'x-countersign': '1', 'sec-fetch-site': 'same-origin' }

function check(headers: Record<string, string | undefined>): void {
  const exchange = { header: (name: string) => headers[name] } as unknown as Exchange // only headers are read
  requireOwnOrigin(exchange, ORIGIN)
}

describe('requireOwnOrigin', () => {
  test('accepts a request from a page of this site', () => {
    for (const site of ['same-origin', 'none', undefined]) check({ ...OWN, 'sec-fetch-site': site })
  })

  test('rejects a request from another origin or without the custom header', () => {
    for (const origin of ['https://evil.example', `${ORIGIN}/`, 'null', '', undefined])
      assert.throws(() => check({ ...OWN, origin }), { code: 'csrf_refused' })
    for (const header of ['2', '', undefined])
      assert.throws(() => check({ ...OWN, 'x-countersign': header }), { code: 'csrf_refused' })
  })

  test('rejects a request that the browser marks as cross-site', () => {
    for (const site of ['cross-site', 'same-site', ''])
      assert.throws(() => check({ ...OWN, 'sec-fetch-site': site }), { code: 'csrf_refused' })
  })
})

describe('requireOwnPage', () => {
  const requirePage = (headers: Record<string, string | undefined>) =>
    requireOwnPage({ header: (name: string) => headers[name] } as unknown as Exchange) // only headers are read

  test('accepts a request by a script of this site', () => {
    for (const site of ['same-origin', undefined]) requirePage({ 'x-countersign': '1', 'sec-fetch-site': site })
  })

  test('rejects a link, a form and a script of another site', () => {
    for (const site of ['same-origin', 'same-site', 'cross-site', 'none', undefined])
      assert.throws(() => requirePage({ 'sec-fetch-site': site }), { code: 'csrf_refused' })
    for (const site of ['same-site', 'cross-site', 'none', ''])
      assert.throws(() => requirePage({ 'x-countersign': '1', 'sec-fetch-site': site }), { code: 'csrf_refused' })
  })
})
