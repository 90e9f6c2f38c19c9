import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isInstanceName } from '../names/name.ts'

const GOOD = [
  'A',
  '7',
  'Acme',
  'Acme & Sons, Inc.',
  'Ångström',
  '株式会社',
  'مثال',
  '🔑 Keys',
  '</script>A',
  'n'.repeat(64),
]

const BAD: Record<string, string> = {
  nothing: '',
  'a space': ' ',
  'a leading space': ' Acme',
  'a trailing space': 'Acme ',
  'a no-break space at the end': 'Acme\u00a0',
  '65 characters': 'n'.repeat(65),
  'a line feed': 'Ac\nme',
  'a NUL': 'Ac\0me',
  'an escape': 'Ac\x1bme',
  'a DEL': 'Ac\x7fme',
  'a C1 control': 'Ac\x85me',
  'a right-to-left override': 'Acme\u202egpj',
  'a bidi isolate': 'Ac\u2066me\u2069',
  'a left-to-right mark': 'Acme\u200eX',
  'a zero-width space': 'Ac\u200bme',
  'a zero-width joiner': 'Ac\u200dme',
  'a byte order mark': '\ufeffAcme',
  'a soft hyphen': 'Ac\u00adme',
  'a word joiner': 'Ac\u2060me',
  'a line separator': 'Ac\u2028me',
  'a paragraph separator': 'Ac\u2029me',
  'a private character': 'Ac\ue000me',
  'a character that does not exist': 'Ac\u0378me',
  'half a character': 'Ac\ud800me',
  'decomposed letters': 'A\u030angstro\u0308m',
  'punctuation only': '---',
  'marks only': '\u0301\u0302',
  'Hangul fillers only': '\u3164\u3164',
  tags: 'Acme\u{e0041}',
}

describe('isInstanceName', () => {
  for (const name of GOOD) test(`accepts ${JSON.stringify(name)}`, () => assert.equal(isInstanceName(name), true))
  for (const [title, name] of Object.entries(BAD))
    test(`rejects ${title}`, () => assert.equal(isInstanceName(name), false))

  test('counts code points, not UTF-16 code units', () => {
    assert.equal(isInstanceName(`A${'🔑'.repeat(63)}`), true)
    assert.equal(isInstanceName(`A${'🔑'.repeat(64)}`), false)
  })
})
