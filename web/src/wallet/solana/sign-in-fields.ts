import type { Challenge } from '@countersign/contract/routes/challenge.ts'

/** The input of `solana:signIn`, from which the wallet writes the same text as ours. */
export function signInFields(challenge: Challenge, account: SignInAccount) {
  const { domain, statement, uri, nonce, issuedAt, expiresAt: expirationTime, id: requestId } = challenge
  const resources = account?.message.split('\nResources:\n- ')[1]?.split('\n- ')
  return {
    ...{ domain, statement, uri, version: '1', chainId: 'mainnet', nonce, issuedAt, expirationTime, requestId },
    ...(account ? { address: account.address } : {}),
    ...(resources ? { resources } : {}),
  }
}

/** Undefined before the wallet shares an account; `message` is our text for it. */
export type SignInAccount = { address: string; message: string } | undefined
