export const scopes = [
  'openid',
  'profile',
  'email',
  'wallet',
  'wallets',
  'wallet_proof',
  'groups',
  'offline_access',
] as const
export type Scope = (typeof scopes)[number]

export const claimsOf: Record<Scope, readonly string[]> = {
  openid: ['sub'],
  profile: ['name', 'preferred_username', 'picture', 'locale', 'zoneinfo', 'updated_at'],
  email: ['email', 'email_verified'],
  wallet: ['wallet', 'wallet_kind'],
  wallets: ['wallets'],
  wallet_proof: ['wallet_proof'],
  groups: ['groups'],
  offline_access: [],
}

/** `acr` values: signed in with a wallet on this device, with one on a phone, or signed within the last minute. */
export const ACR_WALLET = 'urn:countersign:acr:wallet'
export const ACR_PHONE = 'urn:countersign:acr:phone'
export const ACR_FRESH = 'urn:countersign:acr:fresh'
/** RFC 8176: proof of possession of a key. */
export const AMR = ['pop'] as const
/** RFC 8176, too: another channel was used. */
export const AMR_PHONE = ['pop', 'mca'] as const

/** By `acr_values`, which names what an app accepts: one without a value for phones refuses them. */
export function acceptsPhone(acrValues: unknown): boolean {
  const values = typeof acrValues === 'string' ? acrValues.split(' ').filter((value) => value !== '') : []
  return values.length === 0 || values.includes(ACR_PHONE)
}
