/** What an app is told about a person, scope by scope. The same for tokens, userinfo, consent and the admin's preview. */

import type { KeyObject } from 'node:crypto'
import { scopes as allScopes, claimsOf, type Scope } from '@countersign/contract/scope.ts'
import { findMembership } from '../../accounts/group/membership.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import { authenticate } from '../../platform/crypto/keys.ts'
import { findAccountsOf, type Known } from './claims.store.ts'

export type ClaimsFor = { appId: string; subjectType: 'pairwise' | 'public'; email: 'none' | 'synthetic' }

/** Two apps that compare their people find no two alike, unless both are to. */
export function subjectOf(
  context: Context,
  { appId, subjectType }: { appId: string; subjectType?: string | undefined },
  personId: string,
): string {
  return subjectType === 'public' ? personId : pairwiseSubject(context, appId, personId)
}

export function pairwiseSubject({ keys }: Context, appId: string, personId: string): string {
  const known = subjects.get(keys.subject) ?? new Map<string, string>()
  const about = `${appId} ${personId}`
  const before = known.get(about)
  if (before !== undefined) return before
  const subject = authenticate(keys.subject, about).toString('base64url')
  if (known.size >= SUBJECTS_MAX) known.clear()
  subjects.set(keys.subject, known.set(about, subject))
  return subject
}

/** Each sign-in asks for the same one several times. */
const subjects = new WeakMap<KeyObject, Map<string, string>>()
const SUBJECTS_MAX = 10_000

export async function claimsAbout(
  context: Context,
  known: Known,
  { scopes, app }: { scopes: Iterable<string>; app: ClaimsFor },
): Promise<Record<string, unknown>> {
  const asked = new Set(scopes)
  const sub = subjectOf(context, app, known.personId)
  const { store } = context
  const claims: Record<string, unknown> = { sub }
  if (asked.has('profile')) Object.assign(claims, profileOf(context, known))
  if (asked.has('email') && app.email === 'synthetic') Object.assign(claims, syntheticEmail(context, sub))
  if (asked.has('wallet')) Object.assign(claims, { wallet: caip10(known.wallet), wallet_kind: known.wallet.kind })
  if (asked.has('wallets')) claims.wallets = (await findAccountsOf(store, known.personId)).map(caip10)
  if (asked.has('groups')) claims.groups = (await findMembership(store, known.personId)).slugs
  return claims
}

/** Names a person by what they chose, then by what others can check, and always by something. */
function profileOf({ config }: Context, { displayName, wallet, locale, timeZone, updatedAt }: Known) {
  const address = spell(wallet)
  return {
    name: displayName ?? wallet.ens ?? shortAddress(address),
    preferred_username: wallet.ens ?? wallet.address,
    picture: `${config.origin}/identicon/${wallet.address}.svg`,
    ...(locale === null ? {} : { locale }),
    ...(timeZone === null ? {} : { zoneinfo: timeZone }),
    updated_at: Math.floor(updatedAt / 1000),
  }
}

/** For software that refuses a person without an address. It is marked unverified, and nobody can be reached there. */
function syntheticEmail({ config }: Context, sub: string) {
  return {
    email: `${sub.toLowerCase().replace(/[^a-z0-9]/g, '')}@${new URL(config.origin).hostname}`,
    email_verified: false,
  }
}

function caip10(account: Account): string {
  return `eip155:${account.chainRef}:${spell(account)}`
}

type Account = { address: string; chainRef: string }

/** Once for each row that is remembered: it takes a hash. */
function spell(account: Account): string {
  const known = spellings.get(account) ?? checksumAddress(account.address)
  spellings.set(account, known)
  return known
}

const spellings = new WeakMap<Account, string>()

function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** As oidc-provider's configuration wants it. How and when somebody signed is told with every sign-in. */
export const claimsByScope: Record<Scope, string[]> = {
  ...(Object.fromEntries(allScopes.map((scope) => [scope, [...claimsOf[scope]]])) as Record<Scope, string[]>), // the list is the type
  openid: [...claimsOf.openid, 'auth_time', 'acr', 'amr'],
}
