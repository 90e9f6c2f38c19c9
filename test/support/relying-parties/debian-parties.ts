/** Relying parties from Debian's packages: Python, Ruby and Go. */

import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Party } from './party.ts'
import { type Environment, spawnApp } from './spawn-app.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const APPS = join(ROOT, 'test', 'relying-parties', 'apps')

export const authlib: Party = {
  name: 'Authlib',
  start: (environment) =>
    // Authlib refuses http otherwise.
    spawnApp({
      command: process.env.PYTHON ?? '/usr/bin/python3',
      parameters: [join(APPS, 'flask_app.py')],
      environment: { ...environment, AUTHLIB_INSECURE_TRANSPORT: '1' },
    }),
  signOut: 'both',
}

/** It has no PKCE, and always sends a nonce. */
export const omniauth: Party = {
  name: 'OmniAuth',
  start: (environment) =>
    spawnApp({ command: process.env.RUBY ?? '/usr/bin/ruby', parameters: [join(APPS, 'omniauth.rb')], environment }),
  callback: '/auth/openid_connect/callback',
  settings: { requirePkce: false },
  signOut: 'confirm',
}

/** It takes ID tokens with RS256 unless told otherwise. */
export const goOidc: Party = {
  name: 'go-oidc',
  start: (environment) => spawnApp({ command: buildGo(), parameters: [], environment }),
  settings: { idTokenAlg: 'RS256' },
  signOut: 'both',
}

function buildGo(): string {
  const folder = join(ROOT, 'node_modules', '.cache', 'go')
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'go-oidc')
  const environment: Environment = {
    PATH: process.env.PATH ?? '',
    // Debian's libraries are sources in this folder, not modules.
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'cache'),
    GOFLAGS: '-buildvcs=false',
  }
  const source = join(APPS, 'go-oidc', 'main.go')
  execFileSync(process.env.GO ?? '/usr/bin/go', ['build', '-o', program, source], { env: environment })
  return program
}
