import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, drawIdenticon } from './identicon.ts'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

test('drawIdenticon ignores the letter case of an Ethereum address', () => {
  assert.deepEqual(drawIdenticon(ADDRESS), drawIdenticon(ADDRESS.toLowerCase()))
})

test('drawIdenticon draws another picture when the case of a base58 address differs', () => {
  const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  assert.notDeepEqual(drawIdenticon(solana), drawIdenticon(solana.replace('E', 'e')))
})

test('drawIdenticon draws another picture when one digit differs', () => {
  assert.notDeepEqual(drawIdenticon(ADDRESS), drawIdenticon(`${ADDRESS.slice(0, -1)}3`))
})

test('drawIdenticon mirrors the left half', () => {
  const cells = drawIdenticon(ADDRESS).cells
  const has = (x: number, y: number) => cells.some((cell) => cell.x === x && cell.y === y)
  assert.deepEqual(
    cells.filter(({ x, y }) => !has(7 - x, y)),
    [],
  )
})

test('drawIdenticon keeps a contrast of at least 3:1 for a thousand addresses', () => {
  const low: string[] = []
  for (let n = 0; n < 1000; n++) {
    const { ground, figure } = drawIdenticon(`0x${n.toString(16).padStart(40, '0')}`)
    if (contrast(hsl(ground), hsl(figure)) < 3) low.push(`${ground} on ${figure}`)
  }
  assert.deepEqual(low, [])
})

function hsl(css: string): [number, number, number] {
  const [hue = 0, saturation = 0, lightness = 0] = (css.match(/\d+/g) ?? []).map(Number)
  return [hue, saturation, lightness]
}
