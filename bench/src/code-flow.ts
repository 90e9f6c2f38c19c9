/** Targets (h) and (i): the code flow, compared with oidc-provider in memory and Better Auth. */

import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { alternate, contender, entriesOf, type Plan } from './alternate.ts'
import { BENCH_APP, BENCH_SCOPES, PEOPLE } from './load/code-flow-load.ts'
import type { Load } from './load/load-process.ts'
import { changeDatabase, startBetterAuth, startCountersign, startOidcMemory } from './servers/servers.ts'

export type CodeFlowFigures = { ours: number[]; inMemory: number[]; betterAuth: number[] }

const APP_ID = `app_${'A'.repeat(26)}`

export async function measureCodeFlow(load: Load, folder: string, plan: Plan): Promise<CodeFlowFigures> {
  const data = join(folder, 'code-flow')
  mkdirSync(data)
  const ours = contender('countersign', await startCountersign(data))
  const inMemory = contender('oidc-memory', await startOidcMemory(clientOf('oidc-provider')))
  const betterAuth = contender('better-auth', await startBetterAuth(data, clientOf('better-auth')))
  const contenders = [ours, inMemory, betterAuth] as const
  try {
    for (const { name: system, server } of contenders)
      await load.run({ system, action: 'new-sign-in', port: server.port, concurrency: 8, most: PEOPLE }, () => false)
    addApp(join(data, 'countersign.db'))
    consentToBetterAuth(join(data, 'better-auth.db'))
    const rounds = await alternate(load, entriesOf('code-flow', ours, inMemory, betterAuth), plan)
    const [first, second, third] = rounds.map(({ perCpuSecond }) => perCpuSecond)
    return { ours: first ?? [], inMemory: second ?? [], betterAuth: third ?? [] }
  } finally {
    for (const { server } of contenders) await server.stop('SIGKILL')
  }
}

function clientOf(peer: keyof typeof BENCH_SCOPES): Record<string, string> {
  const { clientId, secret, redirectUri } = BENCH_APP
  return { CLIENT_ID: clientId, CLIENT_SECRET: secret, REDIRECT_URI: redirectUri, SCOPE: BENCH_SCOPES[peer] }
}

function addApp(path: string): void {
  const scopes = JSON.stringify(BENCH_SCOPES['oidc-provider'].split(' '))
  changeDatabase(path, (database) => {
    database
      .prepare(`INSERT INTO app (id, client_id, name, name_key, kind, preset, status, auth_method, redirect_uris,
          post_logout_uris, allowed_origins, scopes, consent, subject_type, id_token_alg, email, require_par, access, group_ids,
          access_seconds, refresh_idle_seconds, refresh_max_seconds, created_at, updated_at, version)
        VALUES (?, ?, 'Bench', 'bench', 'web', 'other', 'active', 'client_secret_basic', ?, '[]', '[]', ?, 'first_time',
          'pairwise', 'ES256', 'none', 0, 'everyone', '[]', 600, 1209600, 5184000, 1, 1, 1)`)
      .run(APP_ID, BENCH_APP.clientId, JSON.stringify([BENCH_APP.redirectUri]), scopes)
    database
      .prepare(`INSERT INTO app_secret (id, app_id, secret_hash, hint, created_at) VALUES ('sec_1', ?, ?, 'ters', 1)`)
      .run(APP_ID, createHash('sha256').update(BENCH_APP.secret).digest())
    database
      .prepare(`INSERT INTO app_grant (id, person_id, app_id, scopes, granted_at, last_used_at)
        SELECT 'grt_' || id, id, ?, ?, 1, 1 FROM person`)
      .run(APP_ID, scopes)
  })
}

function consentToBetterAuth(path: string): void {
  const now = new Date().toISOString()
  const scopes = JSON.stringify(BENCH_SCOPES['better-auth'].split(' '))
  changeDatabase(path, (database) =>
    database
      .prepare(`INSERT INTO oauthConsent (id, clientId, userId, scopes, createdAt, updatedAt)
        SELECT 'consent-' || id, ?, id, ?, ?, ? FROM user`)
      .run(BENCH_APP.clientId, scopes, now, now),
  )
}
