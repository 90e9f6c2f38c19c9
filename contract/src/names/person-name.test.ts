import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personName } from './person-name.ts'

const address = '0x5346aB9f69c6f7fb41040f9d22Ad9393c01caBf4'

test('falls back from the display name to the ENS name and the address', () => {
  assert.deepEqual(
    [
      personName({ displayName: 'Grace Hopper', ens: 'grace.eth', address }),
      personName({ displayName: null, ens: 'grace.eth', address }),
      personName({ displayName: null, ens: null, address }),
      personName({ displayName: null, ens: null, address: null }),
    ],
    ['Grace Hopper', 'grace.eth', '0x5346…aBf4', null],
  )
})
