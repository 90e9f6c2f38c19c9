/** Relying parties from npm, each in the program `test/relying-parties/apps/<name>.js`. */

import { join } from 'node:path'
import type { Party } from './party.ts'
import { type Environment, spawnApp } from './spawn-app.ts'

const APPS = join(import.meta.dirname, '..', '..', 'relying-parties', 'apps')

const startNode = (name: string) => (environment: Environment) =>
  spawnApp({ command: process.execPath, parameters: [join(APPS, `${name}.js`)], environment })

export const oauth4webapi: Party = { name: 'oauth4webapi', start: startNode('oauth4webapi'), signOut: 'both' }

/** It has no PKCE, and sends the client secret in the body. */
export const passportOpenidconnect: Party = {
  name: 'passport-openidconnect',
  start: startNode('passport-openidconnect'),
  settings: { requirePkce: false, authMethod: 'client_secret_post' },
  signOut: 'app',
}

export const grant: Party = {
  name: 'grant',
  start: startNode('grant'),
  callback: '/connect/countersign/callback',
  settings: { authMethod: 'client_secret_post' },
  signOut: 'none',
}

export const authExpress: Party = {
  name: '@auth/express',
  start: startNode('auth-express'),
  callback: '/auth/callback/countersign',
  signOut: 'none',
  async begin({ appBrowser }) {
    const { csrfToken } = (await appBrowser.get('/auth/csrf')).json as { csrfToken: string } // it is refused otherwise
    const response = await appBrowser.post('/auth/signin/countersign', { csrfToken, callbackUrl: '/' })
    return String(response.headers.location)
  },
}
