import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAnnouncement } from './announcement.ts'

const provider = { request: async () => undefined }
const info = { uuid: 'a', name: 'MetaMask', rdns: 'io.metamask', icon: 'data:image/png;base64,AA==' }

test('an announcement is read field by field', () => {
  assert.deepEqual(readAnnouncement({ info, provider }), { ...info, provider })
})

test('anything that is not a wallet is left out', () => {
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

test('a name loses control, format and bidi characters and is cut to 40', () => {
  const name = (value: unknown) => readAnnouncement({ info: { ...info, name: value }, provider })?.name
  assert.equal(name('Meta\u202eksaM\u0000\u200b\n  Wallet '), 'MetaksaM Wallet')
  assert.equal(name('W'.repeat(41)), 'W'.repeat(40))
  assert.equal(name('👛'.repeat(41)), '👛'.repeat(40))
  assert.equal(name('\u202e\u0007 '), 'io.metamask')
  assert.equal(name(undefined), 'io.metamask')
})

test('an icon is a data image of a known kind within 64 kB, or none', () => {
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

test('a reverse domain name with other characters is not shown and names nothing', () => {
  const read = readAnnouncement({ info: { uuid: 'a', name: '', rdns: 'io.meta mask<' }, provider })
  assert.deepEqual(read, { uuid: 'a', name: 'Wallet', icon: undefined, rdns: undefined, provider })
})
