/** The text of `solana:signIn`, as Solana wallets write it. */

import { buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'

const LABELS = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
}

/** Fields that the site did not give are left out. */
export function writeSignIn(input: Record<string, unknown>): string {
  const { domain, address, statement, resources } = input
  const fields = Object.entries(LABELS).flatMap(([key, label]) => (input[key] ? [`${label}: ${input[key]}`] : []))
  if (Array.isArray(resources)) fields.push('Resources:', ...resources.map((uri) => `- ${uri}`))
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  return [head, ...(statement ? [String(statement)] : []), ...(fields.length > 0 ? [fields.join('\n')] : [])].join(
    '\n\n',
  )
}

type Wrapped = { signedMessage: Uint8Array; signedMessageFormat?: { kind: 'offchainMessage'; messageVersion: 1 } }

/** An off-chain message if the site asked for one. */
export function wrapText(text: string, { signer, config }: { signer: Uint8Array; config: unknown }): Wrapped {
  if (config === undefined) return { signedMessage: new TextEncoder().encode(text) }
  const signedMessageFormat = { kind: 'offchainMessage', messageVersion: 1 } as const
  return { signedMessage: buildEnvelopeV1({ signer, text }), signedMessageFormat }
}
