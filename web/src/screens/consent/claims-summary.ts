import { scopes as allScopes, type Scope } from '@countersign/contract/app/scope.ts'
import { chainName } from '@countersign/contract/chain-name.ts'
import { contractChain, parseAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { interaction as text } from '../../words/interaction.ts'

export type ClaimSummary = { label: string; isNew: boolean; values: Value[]; note?: string }
export type Value = { kind: 'text' | 'code'; text: string } | { kind: 'account'; address: string; on: string }

const { claims: words } = text
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

type Request = Pick<Interaction, 'scopes' | 'newScopes' | 'claims'>

/** New claims first, IDs last. Claims without a value are not sent, so they are not listed. */
export function summarizeClaims(request: Request): ClaimSummary[] {
  const claimed = ORDER.filter((scope) => request.scopes.includes(scope)).flatMap((scope) =>
    BY_SCOPE[scope](request.claims ?? {}).map((each) => ({ ...each, isNew: isNewScope(request, scope) })),
  )
  return [...claimed.filter(({ isNew }) => isNew), ...claimed.filter(({ isNew }) => !isNew)]
}

/** Of `offline_access`, which is no data and is shown apart from it. */
export function findOfflineAccess(request: Request): { isNew: boolean } | undefined {
  return request.scopes.includes('offline_access') ? { isNew: isNewScope(request, 'offline_access') } : undefined
}

/** On the first consent everything is new, so nothing is marked. */
function isNewScope({ scopes, newScopes }: Request, scope: Scope): boolean {
  return newScopes.length < scopes.length && newScopes.includes(scope)
}

type ClaimScope = Exclude<Scope, 'offline_access'>

const isClaimScope = (scope: Scope): scope is ClaimScope => scope !== 'offline_access'
const ORDER: ClaimScope[] = [...allScopes.filter(isClaimScope).filter((scope) => scope !== 'openid'), 'openid']

type Claims = Record<string, unknown>

const BY_SCOPE: Record<ClaimScope, (claims: Claims) => Omit<ClaimSummary, 'isNew'>[]> = {
  openid: ({ sub }) => [
    { label: words.sub, values: [code(sub)], note: isShared(sub) ? words.subShared : words.subOwn },
    { label: words.signedIn, values: [plain(words.signedInText)] },
  ],
  profile: (claims) =>
    PROFILE.filter((name) => claims[name] !== undefined).map((name) => ({
      label: words[name],
      values: [READABLE[name]?.(claims[name]) ?? plain(claims[name])],
    })),
  email: ({ email }) =>
    email === undefined ? [] : [{ label: words.email, values: [code(email)], note: words.emailNote }],
  wallet: ({ wallet }) => (wallet === undefined ? [] : [{ label: words.wallet, values: [account(wallet)] }]),
  wallets: ({ wallets }) => (Array.isArray(wallets) ? [{ label: words.wallets, values: wallets.map(account) }] : []),
  wallet_proof: () => [{ label: words.walletProof, values: [plain(words.walletProofText)] }],
  groups: ({ groups }) => [
    {
      label: words.groups,
      values: [plain(Array.isArray(groups) && groups.length > 0 ? groups.join(', ') : words.noGroups)],
    },
  ],
}

const READABLE: Partial<Record<(typeof PROFILE)[number], (value: unknown) => Value>> = {
  preferred_username: (name) => (namespaceOfAddress(String(name)) ? code(name) : plain(name)),
  picture: () => plain(words.pictureText),
  updated_at: (seconds) => plain(dateTime.format(Number(seconds) * 1000)),
}

const PROFILE = ['name', 'preferred_username', 'picture', 'locale', 'zoneinfo', 'updated_at'] as const

/** A pairwise subject never starts with the prefix of person IDs. */
function isShared(sub: unknown): boolean {
  return String(sub).startsWith('per_')
}

function account(claim: unknown): Value {
  const chainId = contractChain(String(claim))
  const { address = '' } = parseAccount(String(claim)) ?? {}
  return { kind: 'account', address, on: chainId === undefined ? '' : words.on(chainName(chainId)) }
}

function plain(value: unknown): Value {
  return { kind: 'text', text: String(value) }
}

function code(value: unknown): Value {
  return { kind: 'code', text: String(value) }
}
