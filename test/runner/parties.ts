/** Third-party relying parties: their tests and results. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { say } from '../../scripts/setup.mjs'
import type { Result, TestResult } from './run-files.ts'

type Party = {
  name: string
  /** Its tests: file and name of one match. */
  tests: RegExp
  from: { npm: string } | { debian: string }
}

export const PARTIES: Party[] = [
  {
    name: 'Apache, mod_auth_openidc',
    tests: /\/apache\.test|> in Apache/,
    from: { debian: 'libapache2-mod-auth-openidc' },
  },
  { name: 'nginx, auth_request', tests: /forward-auth-nginx|behind nginx/, from: { debian: 'nginx' } },
  { name: 'Caddy, forward_auth', tests: /forward-auth-caddy|behind Caddy|nginx and Caddy/, from: { debian: 'caddy' } },
  { name: 'openid-client', tests: /openid-client|in custom code/, from: { npm: 'openid-client' } },
  { name: 'express-openid-connect', tests: /express-openid-connect/, from: { npm: 'express-openid-connect' } },
  { name: 'oauth4webapi', tests: /oauth4webapi/, from: { npm: 'oauth4webapi' } },
  { name: 'Auth.js, @auth/express', tests: /@auth\/express|in Auth\.js/, from: { npm: '@auth/express' } },
  { name: 'passport-openidconnect', tests: /passport-openidconnect/, from: { npm: 'passport-openidconnect' } },
  { name: 'grant', tests: /> grant /, from: { npm: 'grant' } },
  { name: 'oidc-client-ts', tests: /in a single-page app/, from: { npm: 'oidc-client-ts' } },
  { name: 'Authlib with Flask', tests: /> Authlib /, from: { debian: 'python3-authlib' } },
  { name: 'OmniAuth with Sinatra', tests: /> OmniAuth /, from: { debian: 'ruby-omniauth-openid-connect' } },
  { name: 'go-oidc', tests: /> go-oidc /, from: { debian: 'golang-github-coreos-go-oidc-dev' } },
]

export type PartyResult = { name: string; passed: number; failed: number; state: 'works' | 'FAILED' | 'NOT RUN' }

/** A party without a test that passed has not been shown to work. */
export function resultsOfParties(tests: TestResult[]): PartyResult[] {
  return PARTIES.map(({ name, tests: own }) => {
    const found = tests.filter((test) => own.test(`${test.file} > ${test.name}`))
    const passed = found.filter(({ outcome }) => outcome === 'passed').length
    const failed = found.filter(({ outcome }) => outcome === 'failed').length
    return { name, passed, failed, state: failed > 0 ? 'FAILED' : passed > 0 ? 'works' : 'NOT RUN' }
  })
}

/** Returns the parties that have not been shown to work. */
export function printParties({ tests }: Result): PartyResult[] {
  const results = resultsOfParties(tests)
  say('\nRelying parties')
  say(`  ${'party'.padEnd(28)}${'version'.padEnd(24)}${'passed'.padStart(6)}${'failed'.padStart(8)}  result`)
  for (const { name, passed, failed, state } of results) {
    const counts = `${String(passed).padStart(6)}${String(failed).padStart(8)}`
    say(`  ${name.padEnd(28)}${versionOf(name).padEnd(24)}${counts}  ${state}`)
  }
  return results.filter(({ state }) => state !== 'works')
}

function versionOf(name: string): string {
  const from = PARTIES.find((party) => party.name === name)?.from
  if (from && 'npm' in from) return installedFromNpm()[from.npm] ?? ''
  const query = spawnSync('dpkg-query', ['--show', from?.debian ?? ''], { encoding: 'utf8' })
  return query.status === 0 ? (query.stdout.trim().split('\t')[1] ?? '') : 'not from Debian'
}

function installedFromNpm(): Record<string, string> {
  const path = join(import.meta.dirname, '..', 'relying-parties', 'package.json')
  return JSON.parse(readFileSync(path, 'utf8')).dependencies
}
