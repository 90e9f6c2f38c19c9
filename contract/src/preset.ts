/**
 * What software that many people run needs from us, so that whoever adds it does not have to find out. The server fills
 * in what was not said when an app is added; the page offers the same and shows what to enter on the other side.
 */

import type { App, Preset } from './routes/admin/app.ts'
import type { Scope } from './scope.ts'

export type PresetFacts = Pick<App, 'kind' | 'authMethod' | 'email' | 'idTokenAlg' | 'subjectType'> & {
  scopes: Scope[]
  /** What its redirect address ends with; `{name}` is what the provider is called there. Null where it is free. */
  redirectPath: string | null
  /** Where it hears of a sign-out, if it listens; `{redirect}` is its redirect address. */
  backchannelPath: string | null
  /** `sends`: by itself. `switch`: once turned on there. `lacks`: neither PKCE nor a nonce, so its sign-in is refused. */
  pkce: 'sends' | 'switch' | 'lacks'
}

const WEB = {
  kind: 'web',
  authMethod: 'client_secret_basic',
  email: 'none',
  idTokenAlg: 'ES256',
  subjectType: 'pairwise',
  backchannelPath: null,
} as const

/** People have an address there, or no account: it never verifies that mail arrives. */
const WITH_EMAIL = { ...WEB, email: 'synthetic', scopes: ['openid', 'profile', 'email', 'groups'] as Scope[] } as const

export const presets: Record<Preset, PresetFacts> = {
  grafana: { ...WITH_EMAIL, redirectPath: '/login/generic_oauth', pkce: 'switch' },
  // Forgejo sends PKCE from 13 on. Gitea sends neither PKCE nor a nonce up to 1.27 (go-gitea/gitea#21376, #38202).
  gitea: { ...WITH_EMAIL, idTokenAlg: 'RS256', redirectPath: '/user/oauth2/{name}/callback', pkce: 'lacks' },
  nextcloud: {
    ...WITH_EMAIL,
    authMethod: 'client_secret_post',
    idTokenAlg: 'RS256',
    redirectPath: '/apps/user_oidc/code',
    backchannelPath: '/apps/user_oidc/backchannel-logout/{name}',
    pkce: 'sends',
  },
  // Only when it finds us by OIDC_ISSUER_URL: then it reads that challenges are taken.
  outline: {
    ...WITH_EMAIL,
    authMethod: 'client_secret_post',
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    redirectPath: '/auth/oidc.callback',
    pkce: 'switch',
  },
  apache: {
    ...WEB,
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    redirectPath: '/redirect_uri',
    backchannelPath: '{redirect}?logout=backchannel',
    pkce: 'switch',
  },
  oauth2_proxy: { ...WITH_EMAIL, idTokenAlg: 'RS256', redirectPath: '/oauth2/callback', pkce: 'switch' },
  authjs: {
    ...WEB,
    scopes: ['openid', 'profile', 'wallet'],
    redirectPath: '/api/auth/callback/{name}',
    pkce: 'sends',
  },
  spa: {
    ...WEB,
    kind: 'spa',
    authMethod: 'none',
    scopes: ['openid', 'profile', 'wallet'],
    redirectPath: null,
    pkce: 'sends',
  },
  // Nobody knows what it asks for, and much software asks for these unasked. People see what it does ask for.
  other: {
    ...WEB,
    scopes: ['openid', 'profile', 'email', 'wallet', 'groups', 'offline_access'],
    redirectPath: null,
    pkce: 'switch',
  },
}
