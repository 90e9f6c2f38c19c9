import { chainName, contractChain } from '@countersign/contract/chain-name.ts'
import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { scopes as allScopes, type Scope } from '@countersign/contract/scope.ts'
import { interaction as text } from '../../words/interaction.ts'

/** One thing an app is told, in plain words and with the value it gets. */
export type Told = { label: string; isNew: boolean; values: Value[]; note?: string }
export type Value = { kind: 'text' | 'code'; text: string } | { kind: 'account'; address: string; on: string }

const { claims: words } = text

/** What is new first, then what people care about, codes last; what is not known of the person is not sent, nor listed. */
export function summarizeClaims({
  scopes,
  newScopes,
  claims,
}: Pick<Interaction, 'scopes' | 'newScopes' | 'claims'>): Told[] {
  // Where nothing was allowed before, everything is new and nothing needs a mark.
  const widened = newScopes.length < scopes.length
  const told = ORDER.filter((scope) => scopes.includes(scope)).flatMap((scope) => {
    const isNew = widened && newScopes.includes(scope)
    return BY_SCOPE[scope](claims ?? {}).map((each) => ({ ...each, isNew }))
  })
  return [...told.filter(({ isNew }) => isNew), ...told.filter(({ isNew }) => !isNew)]
}

const ORDER: Scope[] = [...allScopes.filter((scope) => scope !== 'openid'), 'openid']

type Claims = Record<string, unknown>

const BY_SCOPE: Record<Scope, (claims: Claims) => Omit<Told, 'isNew'>[]> = {
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
  offline_access: () => [{ label: words.offline, values: [plain(words.offlineText)] }],
}

/** Those that are not simply text. What a value says nothing of to people is among what is sent exactly. */
const READABLE: Partial<Record<(typeof PROFILE)[number], (value: unknown) => Value>> = {
  preferred_username: (name) => (isAddress(name) ? code(name) : plain(name)),
  picture: () => plain(words.pictureText),
  updated_at: (seconds) => plain(day(seconds)),
}

const PROFILE = ['name', 'preferred_username', 'picture', 'locale', 'zoneinfo', 'updated_at'] as const

/** A person's own id is the same everywhere; anything else was made for one app. */
function isShared(sub: unknown): boolean {
  return String(sub).startsWith('per_')
}

function isAddress(name: unknown): boolean {
  return /^0x[0-9a-f]{40}$/i.test(String(name))
}

function account(caip: unknown): Value {
  const chainId = contractChain(String(caip))
  const address = String(caip).split(':')[2] ?? ''
  return { kind: 'account', address, on: chainId === undefined ? '' : words.on(chainName(chainId)) }
}

function plain(value: unknown): Value {
  return { kind: 'text', text: String(value) }
}

function code(value: unknown): Value {
  return { kind: 'code', text: String(value) }
}

function day(seconds: unknown): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(Number(seconds) * 1000)
}
