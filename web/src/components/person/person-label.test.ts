import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin } from '../../words/admin.ts'
import { personLabel } from './person-label.ts'

const address = '0x5346aB9f69c6f7fb41040f9d22Ad9393c01caBf4'

test('falls back from the display name to the ENS name and the address', () => {
  assert.deepEqual(
    [
      personLabel({ displayName: 'Grace Hopper', ens: 'grace.eth', address }),
      personLabel({ displayName: null, ens: 'grace.eth', address }),
      personLabel({ displayName: null, ens: null, address }),
      personLabel({ displayName: null, ens: null, address: null }),
    ],
    ['Grace Hopper', 'grace.eth', '0x5346…aBf4', admin.unnamed],
  )
})
