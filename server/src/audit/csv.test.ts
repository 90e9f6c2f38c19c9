import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import { CSV_HEADER, writeCell, writeCsvRow } from './csv.ts'

test('quotes cells by RFC 4180 and prevents formulas', () => {
  const cells: [string, string][] = [
    ['plain', 'plain'],
    ['', ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', `"'=1+1"`],
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['  =1', `"'  =1"`],
    ['\uff1d1', `"'\uff1d1"`],
    ['a=1', 'a=1'],
    ["'=1", `"'=1"`],
    ['a;=cmd()', `"a;'=cmd()"`],
    ['a; =cmd()', `"a;' =cmd()"`],
    ['a\t+1', `"a\t'+1"`],
    ['a|@x', `"a|'@x"`],
    ['a,-1', `"a,'-1"`],
    ['a\n=1', `"a\n'=1"`],
    ['a;b', '"a;b"'],
    ['{"a":-1}', '"{""a"":-1}"'],
  ]
  for (const [value, written] of cells) assert.deepEqual([value, writeCell(value)], [value, written])
})

test('starts with a UTF-8 byte order mark and writes one line per event', () => {
  const event: Activity = {
    id: 'evt_01KA3G9W000000000000000000',
    at: '2026-11-15T10:00:00.000Z',
    kind: 'sign_in.ok',
    outcome: 'ok',
    code: null,
    actor: { type: 'person', id: 'per_01KA3G9W000000000000000000', label: '=Zoë, "Z"' },
    person: null,
    address: '0xAbc',
    sessionId: null,
    device: 'Chrome on Windows',
    maskedIp: '203.0.113.x',
    data: { wallet: 'MetaMask' },
  }
  assert.equal(
    CSV_HEADER,
    '\u{feff}at,kind,outcome,code,actor_type,actor_id,actor,person_id,person,address,device,masked_ip,session_id,data,id\r\n',
  )
  assert.equal(
    writeCsvRow(event),
    `2026-11-15T10:00:00.000Z,sign_in.ok,ok,,person,per_01KA3G9W000000000000000000,"'=Zoë, ""Z""",,,0xAbc,Chrome on Windows,203.0.113.x,,"{""wallet"":""MetaMask""}",evt_01KA3G9W000000000000000000\r\n`,
  )
})
