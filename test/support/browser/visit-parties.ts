/** A site behind nginx and an app in Apache, for tests that visit them in Chromium. */

import { listHosts } from '@countersign/contract/schemas/admin/host.ts'
import { accessRuleFor } from '../access-rule.ts'
import { freePort } from '../free-port.ts'
import { type BackendSite, startBackendSite, startNginx } from '../proxies/proxies.ts'
import { startApache } from '../relying-parties/apache.ts'
import { LOCAL_DOMAIN } from './chromium.ts'
import type { VisitSuite } from './visit-suite.ts'

export type NginxHost = { name: string; url: string; site: BackendSite }

/** For everyone unless groups are named. */
export async function addNginxHost(
  { product, cleanups }: VisitSuite,
  subdomain: string,
  groupIds: string[] = [],
): Promise<NginxHost> {
  const site = await startBackendSite()
  cleanups.push(() => site.close())
  const { checkPath } = listHosts.answer.parse(await product.readAsOwner('/api/admin/hosts'))
  const host = `${subdomain}.${LOCAL_DOMAIN}`
  const countersign = Number(new URL(product.origin).port)
  const nginx = await startNginx({ host, countersign, checkPath, site: site.port })
  cleanups.push(() => nginx.stop())
  const name = `${host}:${nginx.port}`
  const body = { host: name, name: 'A site', ...accessRuleFor(groupIds) }
  await product.asOwner('admin.mode', { path: '/api/admin/hosts', body })
  return { name, url: `https://${name}/`, site }
}

/** Returns the origin of the app. */
export async function addApacheApp(
  { product, cleanups }: VisitSuite,
  name: string,
  groupIds: string[] = [],
): Promise<string> {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const { app, secret } = await product.addApp({
    name,
    kind: 'web',
    ...accessRuleFor(groupIds),
    preset: 'apache',
    redirectUris: [`${appUrl}/redirect_uri`],
    postLogoutUris: [`${appUrl}/bye.html`],
    backchannelLogoutUri: `${appUrl}/redirect_uri?logout=backchannel`,
    scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
    authMethod: 'client_secret_basic',
  })
  const apache = await startApache({
    port,
    environment: {
      ISSUER: product.issuer,
      CLIENT_ID: app.clientId,
      CLIENT_SECRET: secret,
      APP_URL: appUrl,
      CRYPTO_PASSPHRASE: 'ab'.repeat(32),
    },
  })
  cleanups.push(() => apache.stop())
  return appUrl
}
