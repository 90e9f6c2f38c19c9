import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugSchema } from '@countersign/contract/schemas/admin/group.ts'
import { isSlug, slugFor } from './slug.ts'

test('proposes a short name that apps can be told', () => {
  const names = ['Staff', ' Büro & Straße ', 'Équipe n° 1', '.net_devs.', '東京', '--', `${'a'.repeat(47)} b`]
  assert.deepEqual(names.map(slugFor), ['staff', 'buro-strasse', 'equipe-n-1', 'net_devs', '', '', 'a'.repeat(47)])
})

test('takes what the server takes', () => {
  const values = ['staff', 'a', 'a.b_c-d', '-a', 'a-', 'A', '', 'a'.repeat(48), 'a'.repeat(49), 'ä']
  assert.deepEqual(
    values.map(isSlug),
    values.map((value) => slugSchema.safeParse(value).success),
  )
  assert.deepEqual(
    ['Staff', 'Büro & Straße', `${'a'.repeat(47)} b`].map((name) => isSlug(slugFor(name))),
    [true, true, true],
  )
})
