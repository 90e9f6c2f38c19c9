/** Settings of common software: defaults for the fields of a new app, and what to enter on the other side. */

import type { App, Preset } from '../routes/admin/app.ts'
import type { Scope } from './scope.ts'

export type PresetFacts = Pick<App, 'kind' | 'authMethod' | 'email' | 'idTokenAlg' | 'subjectType'> & {
  scopes: Scope[]
  /** The path of its redirect URI; `{name}` is its name for the provider. Null: any. */
  redirectPath: string | null
  /** The path of its back-channel logout URI, if it has one; `{redirect}` is its redirect URI. */
  backchannelPath: string | null
  /** `sends`: by default. `switch`: once enabled there. `lacks`: neither PKCE nor a nonce; rejected. */
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
  // Only with OIDC_ISSUER_URL: discovery tells it that PKCE is supported.
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
  // Much software requests all of these by default; the consent screen shows what it requests.
  other: {
    ...WEB,
    scopes: ['openid', 'profile', 'email', 'wallet', 'groups', 'offline_access'],
    redirectPath: null,
    pkce: 'switch',
  },
}
