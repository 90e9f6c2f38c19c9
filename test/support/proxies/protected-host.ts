/** Forward-auth requests for a protected host, as a proxy sends them. */

import assert from 'node:assert/strict'
import { FORWARD_AUTH_CHECK } from '@countersign/contract/endpoints.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { checkPath } from '../../../server/src/forward-auth/check-path.ts'
import { deriveKeys } from '../../../server/src/platform/crypto/keys.ts'
import { accessRuleFor } from '../access-rule.ts'
import { type HttpResponse, openBrowser } from '../server/http-browser.ts'
import { addPerson, grantStepUp } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

/** Adds a protected host, for everyone unless groups are named. */
export async function addProtectedHost(
  server: TestServer,
  host: string,
  groupIds: string[] = [],
  more: Partial<Pick<Host, 'rules' | 'headers'>> = {},
): Promise<Host> {
  const admin = await addPerson(server, 'admin')
  await grantStepUp(server, admin, 'admin.mode')
  const response = await admin.browser.post('/api/admin/hosts', {
    host,
    name: 'A site',
    ...accessRuleFor(groupIds),
    ...more,
  })
  assert.equal(response.status, 201, response.text)
  return response.json as Host // a good answer is one
}

/** Derived from the secret of every test server, until it is rotated. */
export const CHECK_PATH = checkPath(deriveKeys(Buffer.from('ab'.repeat(32), 'hex')), '')

export const CHECK_SECRET = CHECK_PATH.slice(FORWARD_AUTH_CHECK.length)

/** A browser at the protected host, with separate cookies. */
export function openProtectedHost(server: Parameters<typeof openBrowser>[0], host: string) {
  const browser = openBrowser(server)
  const request = (path: string, headers: Record<string, string | undefined> = {}): Promise<HttpResponse> =>
    browser.call({
      path: CHECK_PATH,
      headers: {
        accept: 'text/html',
        'x-forwarded-method': 'GET',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': host,
        'x-forwarded-uri': path,
        ...headers,
      },
    })
  const requestViaNginx = (path: string, headers: Record<string, string | undefined> = {}): Promise<HttpResponse> =>
    browser.call({
      path: CHECK_PATH,
      headers: {
        accept: 'text/html',
        'x-original-method': 'GET',
        'x-original-url': `https://${host}${path}`,
        ...headers,
      },
    })
  return { host, cookies: browser.cookies, request, requestViaNginx }
}

/** Creates a host token. */
export async function addToken(
  server: TestServer,
  hostId: string,
  body: { name: string; days?: number },
): Promise<string> {
  const admin = await addPerson(server, 'admin')
  const response = await admin.signed('POST', `/api/admin/hosts/${hostId}/tokens`, body)
  assert.equal(response.status, 201, response.text)
  return (response.json as { token: string }).token // a good answer has one
}

/** The path of a redirect to this origin. */
export function redirectPathOf(response: HttpResponse, origin: string): string {
  const { location } = response.headers
  assert.ok(typeof location === 'string' && location.startsWith(`${origin}/`), `${response.status} ${location}`)
  return location.slice(origin.length)
}
