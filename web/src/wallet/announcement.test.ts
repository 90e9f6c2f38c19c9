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
  const name = (value: unknown) => readAnnouncement({ info: { ...info, name: value }, provider })?.name
  assert.equal(name('Meta\u202eksaM\u0000\u200b\n  Wallet '), 'MetaksaM Wallet')
  assert.equal(name('W'.repeat(41)), 'W'.repeat(40))
  assert.equal(name('👛'.repeat(41)), '👛'.repeat(40))
  assert.equal(name('\u202e\u0007 '), 'io.metamask')
  assert.equal(name(undefined), 'io.metamask')
})

test('accepts only data images of known types up to 64 kB as icons', () => {
  const icon = (value: unknown) => readAnnouncement({ info: { ...info, icon: value }, provider })?.icon
  for (const kind of ['png', 'webp', 'svg+xml', 'jpeg', 'gif']) {
    assert.equal(icon(`data:image/${kind};base64,AA==`), `data:image/${kind};base64,AA==`)
  }
  assert.equal(icon('https://tracker.example/a.png'), undefined)
  assert.equal(icon('data:text/html,<script>'), undefined)
  assert.equal(icon('data:image/png;base64,'.padEnd(64 * 1024, 'A'))?.length, 64 * 1024)
  assert.equal(icon('data:image/png;base64,'.padEnd(64 * 1024 + 1, 'A')), undefined)
  assert.equal(icon(undefined), undefined)
})

test('drops a reverse domain name with invalid characters', () => {
  const read = readAnnouncement({ info: { uuid: 'a', name: '', rdns: 'io.meta mask<' }, provider })
  assert.deepEqual(read, { uuid: 'a', name: 'Wallet', icon: undefined, rdns: undefined, provider })
})
