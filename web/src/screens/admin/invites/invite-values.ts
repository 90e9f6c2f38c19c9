import { formatAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { families } from '@countersign/contract/family/family.ts'
import { inviteBounds } from '@countersign/contract/invite-bounds.ts'
import type { Role } from '@countersign/contract/permission.ts'
import type { FormRules } from '../../../forms/form.ts'
import { invites as words } from '../../../words/admin/admin.ts'

const HOUR_MS = 3_600_000
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS, quarter: 2160 * HOUR_MS }
export type Span = keyof typeof SPANS

export type InviteValues = {
  role: Role
  who: 'open' | 'bound' | 'contract'
  address: string
  chain: string
  uses: string
  span: Span
  groupIds: string[]
}

export const newInvite: InviteValues = {
  role: 'member',
  who: 'open',
  address: '',
  chain: '',
  uses: '1',
  span: 'week',
  groupIds: [],
}

export function spansFor(role: Role): Span[] {
  const all = Object.keys(SPANS) as Span[] // the keys of a const object are its key type
  return all.filter((span) => SPANS[span] <= inviteBounds(role).ttlMax)
}

/** An invitation for an admin or owner admits one person. */
export function admitsSeveral(role: Role): boolean {
  return inviteBounds(role).usesMax > 1
}

export const inviteForm = {
  validate({ role, who, address, chain, uses }) {
    if (who !== 'open') {
      const isChain = who === 'bound' || /^[1-9][0-9]{0,15}$/.test(chain.trim())
      return {
        address: addressError(address.trim(), who),
        chain: isChain ? undefined : words.chainWrong,
      }
    }
    const count = Number(uses)
    const { usesMax } = inviteBounds(role)
    const isCount = !admitsSeveral(role) || (/^\d+$/.test(uses.trim()) && count >= 1 && count <= usesMax)
    return isCount ? {} : { uses: words.usesWrong(usesMax) }
  },
  /** What the server found in an address that has a valid form. */
  serverErrors({ code }) {
    if (code === 'address_invalid') return { address: words.addressProblems.checksum }
    if (code === 'address_unsupported') return { address: words.addressProblems.type }
    return code === 'network_unsupported' ? { address: words.addressProblems.network } : {}
  },
  /** A wallet belongs to one person, so an invitation bound to a wallet is used once. */
  body({ role, who, address, chain, uses, span, groupIds }) {
    const common = { role, expiresInMs: SPANS[span], ...(groupIds.length > 0 ? { groupIds } : {}) }
    if (who === 'open') return { ...common, maxUses: admitsSeveral(role) ? Number(uses) : 1 }
    const namespace = namespaceOfAddress(address.trim()) ?? 'eip155'
    const reference = who === 'contract' ? chain.trim() : families[namespace].keyChain
    return { ...common, account: formatAccount({ namespace, chain: reference, address: address.trim() }), maxUses: 1 }
  },
} satisfies FormRules<InviteValues>

function addressError(address: string, who: InviteValues['who']): string | undefined {
  const { addressProblems } = words
  const namespace = namespaceOfAddress(address)
  if (who === 'contract') return namespace === 'eip155' ? undefined : addressProblems.ethereum
  if (/^(?:tb1|bcrt1)/i.test(address)) return addressProblems.network
  if (namespace) return undefined
  if (/^0x/i.test(address)) return addressProblems.ethereum
  return /^bc1/i.test(address) ? addressProblems.bech32 : addressProblems.unknown
}
