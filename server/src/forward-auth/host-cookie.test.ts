import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { addProtectedHost, openProtectedHost, redirectPathOf } from '../../../test/support/proxies/protected-host.ts'
import { addPerson } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { clearCookies, writeHostCookie } from './host-cookie.ts'

const OURS = 'http://localhost:3000'

forDefaultEngine('the cookies of a host with several ports', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const nameAt = (host: string) => writeHostCookie(server.context, host, 'ses_x').split('=')[0]

  test('have the port in their name', () => {
    const hosts = ['app.example', 'app.example:8443', 'app.example:9443', 'app.localhost', 'app.localhost:8080']
    const names = ['__Host-cs_fwd', '__Host-cs_fwd_8443', '__Host-cs_fwd_9443', 'cs_fwd', 'cs_fwd_8080']
    assert.deepEqual(hosts.map(nameAt), names)
    assert.deepEqual(
      clearCookies('app.example:8443').map((line) => line.split('=')[0]),
      ['__Host-cs_fwd_8443', '__Host-cs_fwd_state_8443'],
    )
  })

  test('keep separate sign-ins at both ports, and sign out of one', async () => {
    const sites = ['app.example:8443', 'app.example:9443'].map((host) => openProtectedHost(server, host))
    const [first, second] = sites as [(typeof sites)[0], (typeof sites)[0]] // two of two
    const shareCookie = () => {
      // Browsers share cookies between the ports of a host.
      for (const [name, value] of first.cookies) second.cookies.set(name, value)
      for (const [name, value] of second.cookies) first.cookies.set(name, value)
    }
    const people = []
    for (const site of sites) {
      await addProtectedHost(server, site.host)
      const person = await addPerson(server)
      people.push(person)
      const start = redirectPathOf(await site.request('/'), OURS)
      shareCookie()
      await site.request(redirectPathOf(await person.browser.get(start), `https://${site.host}`))
      shareCookie()
    }
    const userAt = async (site: (typeof sites)[0]) => (await site.request('/')).headers['remote-user']
    assert.deepEqual(
      [await userAt(first), await userAt(second)],
      people.map(({ id }) => id),
    )
    assert.equal((await first.request('/.countersign/out')).status, 302)
    assert.equal((await first.request('/')).status, 302)
    second.cookies.delete('__Host-cs_fwd_8443') // cleared by the response
    assert.equal(await userAt(second), people[1]?.id)
  })

  test('are rejected at another port', async () => {
    const person = await addPerson(server)
    const site = openProtectedHost(server, 'app.example:9443')
    const value = writeHostCookie(server.context, 'app.example:8443', person.sessionId).split(/[=;]/)[1] ?? ''
    site.cookies.set('__Host-cs_fwd_9443', value)
    assert.equal((await site.request('/')).status, 302)
  })
})
