import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnnouncement } from './announcement.ts'

const provider = { request: async () => undefined }
const info = { uuid: 'a', name: 'MetaMask', rdns: 'io.metamask', icon: 'data:image/png;base64,AA==' }

test('reads an announcement field by field', () => {
  assert.deepEqual(readAnnouncement({ info, provider }), { ...info, provider })
})

test('ignores announcements that are not wallets', () => {
  for (const detail of [
    undefined,
    null,
    'wallet',
    {},
    { info },
    { info, provider: {} },
    { info: null, provider },
    { info: { ...info, uuid: '' }, provider },
    { info: { ...info, uuid: 7 }, provider },
    { info: { ...info, uuid: 'x'.repeat(101) }, provider },
    Object.defineProperty({}, 'info', {
      get() {
        throw new Error('boo')
      },
    }),
  ]) {
    assert.equal(readAnnouncement(detail), undefined)
  }
})

test('strips control, format and bidi characters from a name and cuts it to 40', () => {
  const readName = (value: unknown) => readAnnouncement({ info: { ...info, name: value }, provider })?.name
  assert.equal(readName('Meta\u202eksaM\u0000\u200b\n  Wallet '), 'MetaksaM Wallet')
  assert.equal(readName('W'.repeat(41)), 'W'.repeat(40))
  assert.equal(readName('👛'.repeat(41)), '👛'.repeat(40))
  assert.equal(readName('\u202e\u0007 '), 'io.metamask')
  assert.equal(readName(undefined), 'io.metamask')
})

test('accepts only data images of known types up to 64 kB as icons', () => {
  const readIcon = (value: unknown) => readAnnouncement({ info: { ...info, icon: value }, provider })?.icon
  for (const kind of ['png', 'webp', 'svg+xml', 'jpeg', 'gif']) {
    assert.equal(readIcon(`data:image/${kind};base64,AA==`), `data:image/${kind};base64,AA==`)
  }
  assert.equal(readIcon('https://tracker.example/a.png'), undefined)
  assert.equal(readIcon('data:text/html,<script>'), undefined)
  assert.equal(readIcon('data:image/png;base64,'.padEnd(64 * 1024, 'A'))?.length, 64 * 1024)
  assert.equal(readIcon('data:image/png;base64,'.padEnd(64 * 1024 + 1, 'A')), undefined)
  assert.equal(readIcon(undefined), undefined)
})

test('drops a reverse domain name with invalid characters', () => {
  const read = readAnnouncement({ info: { uuid: 'a', name: '', rdns: 'io.meta mask<' }, provider })
  assert.deepEqual(read, { uuid: 'a', name: 'Wallet', icon: undefined, rdns: undefined, provider })
})
