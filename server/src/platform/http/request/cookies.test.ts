import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import { openRegistration } from '../../../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../../../test/support/server/http-browser.ts'
import { expectSession } from '../../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'
import { readCookie } from './cookies.ts'

describe('cookies', () => {
  const found: [header: string, value: string][] = [
    ['__Host-cs=own', 'own'],
    [' \t__Host-cs=own ', 'own'],
    ['a=1; __Host-cs=own; b=2', 'own'],
    ['a=1;__Host-cs=own', 'own'],
    ['a=1; \t __Host-cs=own', 'own'],
    ['__Host-cs=own; __Host-cs=second', 'own'],
    ['__Host-cs=a=b', 'a=b'],
  ]
  for (const [header, value] of found)
    test(`are read from ${JSON.stringify(header)}`, () => assert.equal(readCookie(header, '__Host-cs'), value))

  // Any host of the same domain can set one whose name says nothing and whose value is all of this.
  const planted = ['x=a __Host-cs=theirs', 'x=a\t__Host-cs=theirs', 'x= __Host-cs=theirs', 'x=a,__Host-cs=theirs']
  for (const header of [...planted, ' a __Host-cs=theirs', 'x__Host-cs=theirs']) {
    test(`are not read from inside another cookie: ${JSON.stringify(header)}`, () => {
      assert.equal(readCookie(header, '__Host-cs'), undefined)
      assert.equal(readCookie(`${header}; __Host-cs=own`, '__Host-cs'), 'own')
    })
  }
})

forDefaultEngine('a sibling host of the same domain', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine, { environment: { PUBLIC_URL: 'https://id.example' } })
    await openRegistration(server)
  })
  after(() => server.close())

  test('cannot replace a session with a cookie whose value contains the cookie name', async () => {
    const [otherPerson, own] = [openBrowser(server), openBrowser(server)]
    await signIn(otherPerson, newAccount())
    await signIn(own, newAccount())
    const mine = expectSession(await own.get('/api/session'))
    const cookie = `x=a __Host-cs=${otherPerson.cookies.get('__Host-cs')}; __Host-cs=${own.cookies.get('__Host-cs')}`
    assert.deepEqual(expectSession(await own.get('/api/session', { cookie })), mine)
  })
})
