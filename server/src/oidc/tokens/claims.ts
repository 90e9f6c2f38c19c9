import type { KeyObject } from 'node:crypto'
import {
  ACR_FRESH,
  ACR_PHONE,
  ACR_WALLET,
  AMR,
  AMR_PHONE,
  scopes as allScopes,
  claimsOf,
  type Scope,
} from '@countersign/contract/app/scope.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { STEP_UP_NOW_MS } from '@countersign/contract/limits.ts'
import { personName } from '@countersign/contract/names/person-name.ts'
import type { AppRecord } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { hmac } from '../../platform/crypto/keys.ts'
import { memoize } from '../../platform/memoize.ts'
import { checkedMembership } from '../../rules/membership.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { findAccountsOf, type Profile } from './claims.store.ts'

type Audience = Pick<AppRecord, 'id' | 'subjectType' | 'email'>

export function subjectOf(context: Context, { id, subjectType }: Audience, personId: string): string {
  return subjectType === 'public' ? personId : pairwiseSubject(context, id, personId)
}

export function pairwiseSubject({ keys }: Context, appId: string, personId: string): string {
  const cache = subjectsOf(keys.subject)
  const pair = `${appId} ${personId}`
  const cached = cache.get(pair)
  if (cached !== undefined) return cached
  const subject = hmac(keys.subject, pair).toString('base64url')
  if (cache.size >= SUBJECTS_MAX) cache.clear()
  cache.set(pair, subject)
  return subject
}

/** Each sign-in computes the same subject several times. */
const subjectsOf = memoize((_: KeyObject) => new Map<string, string>())
const SUBJECTS_MAX = 10_000

export async function buildClaims(
  context: Context,
  profile: Profile,
  { scopes, app }: { scopes: Iterable<string>; app: Audience },
): Promise<Record<string, unknown>> {
  const requested = new Set(scopes)
  const sub = subjectOf(context, app, profile.personId)
  const { store } = context
  const claims: Record<string, unknown> = { sub }
  if (requested.has('profile')) Object.assign(claims, profileClaims(context, profile))
  if (requested.has('email') && app.email === 'synthetic') Object.assign(claims, syntheticEmail(context, sub))
  if (requested.has('wallet'))
    Object.assign(claims, { wallet: caip10(profile.wallet), wallet_kind: profile.wallet.kind })
  if (requested.has('wallets'))
    claims.wallets = (await findAccountsOf(store, profile.personId, context.now())).map(caip10)
  if (requested.has('groups')) claims.groups = (await checkedMembership(context, profile.personId)).slugs
  return claims
}

function profileClaims({ config }: Context, { displayName, wallet, locale, timeZone, updatedAt }: Profile) {
  const address = formattedOf(wallet)
  return {
    name: personName({ displayName, ens: wallet.ens, address }),
    preferred_username: wallet.ens ?? wallet.address,
    picture: `${config.origin}/identicon/${wallet.address}.svg`,
    ...(locale === null ? {} : { locale }),
    ...(timeZone === null ? {} : { zoneinfo: timeZone }),
    updated_at: Math.floor(updatedAt / 1000),
  }
}

function syntheticEmail({ config }: Context, sub: string) {
  return {
    email: `${sub.toLowerCase().replace(/[^a-z0-9]/g, '')}@${new URL(config.origin).hostname}`,
    email_verified: false,
  }
}

function caip10(account: Account): string {
  return formatAccount({ ...account, address: formattedOf(account) })
}

type Account = { namespace: string; address: string; chain: string }

/** Cached by row, because the checksum of an Ethereum address is a hash. */
const formattedOf = memoize(({ address }: Account) => formatAddress(address))

/** When and how the person last signed with their wallet in this session. */
export function authenticationOf({ createdAt, signedAt, phone }: SessionRecord, now: number) {
  const at = Math.max(createdAt, signedAt ?? 0)
  const acr = phone ? ACR_PHONE : now - at <= STEP_UP_NOW_MS ? ACR_FRESH : ACR_WALLET
  return { loginTs: Math.floor(at / 1000), amr: [...(phone ? AMR_PHONE : AMR)], acr }
}

export const claimsByScope: Record<Scope, string[]> = {
  ...(Object.fromEntries(allScopes.map((scope) => [scope, [...claimsOf[scope]]])) as Record<Scope, string[]>), // one entry for each scope
  openid: [...claimsOf.openid, 'auth_time', 'acr', 'amr'],
}
