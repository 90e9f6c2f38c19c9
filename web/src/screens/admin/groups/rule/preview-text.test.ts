import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RulePreview } from '@countersign/contract/routes/admin/rule.ts'
import { previewLines } from './preview-text.ts'

const preview: RulePreview = {
  ...{ people: 214, checked: 214, yes: 31, no: 180, unknown: 3, gains: 3, loses: 2, requests: 4 },
  named: { yes: [], gains: [], loses: [], unknown: [] },
  self: 'loses',
}

test('sums up who matches, what changes and what changes for the reader', () => {
  assert.deepEqual(previewLines(preview), [
    '31 of 214 people match.',
    '3 would gain access, 2 would lose it.',
    'You are one of those who would lose it.',
  ])
})

test('leaves out what does not apply, and says if not everyone was checked', () => {
  const nothing = { ...preview, people: 1, checked: 0, yes: 0, gains: 0, loses: 0, self: 'stays_out' } as const
  assert.deepEqual(previewLines(nothing), [
    '0 of 1 person match.',
    'Nobody would gain or lose access.',
    'Only 0 of 1 person were checked.',
  ])
})
