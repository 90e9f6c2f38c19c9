import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentProblem, accentShades, contrast } from './contrast.ts'

test('contrast is what WCAG says it is', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrast('#ffffff', '#767676').toFixed(2), '4.54')
})

test('an accent that can be read on both themes is taken', () => {
  for (const accent of ['#c2361a', '#2563eb', '#0f766e']) assert.equal(accentProblem(accent), undefined, accent)
})

test('an accent that disappears is refused with the theme it disappears on', () => {
  assert.equal(accentProblem('#ffffff'), 'too_faint_on_light')
  assert.equal(accentProblem('#ffe000'), 'too_faint_on_light')
  assert.equal(accentProblem('#000000'), 'too_faint_on_dark')
  assert.equal(accentProblem('#101080'), 'too_faint_on_dark')
})

test('an accent neither ink can be read on is refused', () => {
  assert.equal(accentProblem('#797979'), 'text_unreadable')
})

test('every accent that is taken has readable text, under the pointer too', () => {
  let taken = 0
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const accent = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        if (accentProblem(accent)) continue
        taken++
        const { seal, sealDeep, onSeal } = accentShades(accent)
        assert.ok(contrast(seal, onSeal) >= 4.5, accent)
        assert.ok(contrast(sealDeep, onSeal) >= contrast(seal, onSeal), accent)
      }
  assert.ok(taken > 500)
})
