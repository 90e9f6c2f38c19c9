import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  accentProblem,
  accentTokens,
  colorDistance,
  contrast,
  DANGER_COLORS,
  looksDangerous,
  MIN_DANGER_DISTANCE,
} from './contrast.ts'

test('contrast follows WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrast('#ffffff', '#767676').toFixed(2), '4.54')
})

test('accentProblem accepts an accent that is readable on both themes', () => {
  for (const accent of ['#c2361a', '#2563eb', '#0f766e']) assert.equal(accentProblem(accent), undefined, accent)
})

test('accentProblem names the theme on which an accent is too faint', () => {
  assert.equal(accentProblem('#ffffff'), 'too_faint_on_light')
  assert.equal(accentProblem('#ffe000'), 'too_faint_on_light')
  assert.equal(accentProblem('#000000'), 'too_faint_on_dark')
  assert.equal(accentProblem('#101080'), 'too_faint_on_dark')
})

test('accentProblem rejects an accent on which no text color is readable', () => {
  assert.equal(accentProblem('#797979'), 'text_unreadable')
})

test('accentTokens keeps text readable on every accepted accent and its hover color, and actions apart from danger', () => {
  let taken = 0
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const accent = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        if (accentProblem(accent)) continue
        taken++
        const tokens = accentTokens(accent)
        const text = tokens['--on-seal'] ?? ''
        assert.ok(contrast(accent, text) >= 4.5, accent)
        const action = tokens['--action']
        assert.equal(action === undefined, looksDangerous(accent), accent)
        if (action === undefined) continue
        assert.ok(contrast(tokens['--action-deep'] ?? '', text) >= contrast(action, text), accent)
        for (const danger of DANGER_COLORS) assert.ok(colorDistance(action, danger) >= MIN_DANGER_DISTANCE, accent)
      }
  assert.ok(taken > 500)
})

test('looksDangerous reserves red for dangerous actions', () => {
  for (const red of ['#b3261e', '#c2361a', '#dc2626', '#e11d48']) assert.ok(looksDangerous(red), red)
  for (const other of ['#2563eb', '#0f766e', '#7c3aed', '#db2777']) assert.ok(!looksDangerous(other), other)
  assert.deepEqual(accentTokens('#c2361a'), { '--seal': '#c2361a', '--on-seal': '#fffaf4' })
})
