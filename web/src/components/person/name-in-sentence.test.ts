import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin } from '../../words/admin.ts'
import { nameInSentence } from './name-in-sentence.ts'

const address = '0x5346aB9f69c6f7fb41040f9d22Ad9393c01caBf4'

test('calls a person by their name, else by the name or the address of their wallet', () => {
  assert.deepEqual(
    [
      nameInSentence({ displayName: 'Grace Hopper', ens: 'grace.eth', address }),
      nameInSentence({ displayName: null, ens: 'grace.eth', address }),
      nameInSentence({ displayName: null, ens: null, address }),
      nameInSentence({ displayName: null, ens: null, address: null }),
    ],
    ['Grace Hopper', 'grace.eth', '0x5346…aBf4', admin.unnamed],
  )
})
