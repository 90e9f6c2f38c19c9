/**
 * The bodies that browsers send for almost every sign-in, recognized without their schemas, which take longer. What is
 * not recognized goes through the schema. The tests compare both.
 */

import { CHALLENGE_TOKEN_MAX, MESSAGE_MAX_BYTES, WALLET_NAME_MAX } from '@countersign/contract/limits.ts'
import { isReturnTo } from '@countersign/contract/return-to.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { createChallenge } from '@countersign/contract/routes/challenge.ts'
import type { createSession } from '@countersign/contract/routes/session.ts'

export function isPlainChallengeRequest(body: unknown): body is BodyOf<typeof createChallenge> {
  return isObject(body) && body.purpose === 'sign_in' && Object.keys(body).length === 1
}

/** A proof by an Ethereum key, without an invitation. */
export function isPlainSignIn(body: unknown): body is BodyOf<typeof createSession> {
  if (!isObject(body)) return false
  for (const name of Object.keys(body)) if (!SIGN_IN_MEMBERS.includes(name)) return false
  const { proof, keep, keepAccount, returnTo } = body
  return (
    typeof keep === 'boolean' &&
    (keepAccount === undefined || typeof keepAccount === 'boolean') &&
    (returnTo === undefined || (typeof returnTo === 'string' && isReturnTo(returnTo))) &&
    isPlainProof(proof)
  )
}

const SIGN_IN_MEMBERS = ['proof', 'keep', 'keepAccount', 'returnTo']

const ACCOUNT = /^eip155:(?:0|[1-9][0-9]{0,15}):0x[0-9a-fA-F]{40}$/
const MESSAGE = /^[\n\x20-\x7e]*$/
const RDNS = /^[a-zA-Z0-9.-]{1,100}$/
/** `0x`, and 65 bytes as hex. */
const SIGNATURE_LENGTH = 132

function isPlainProof(proof: unknown): boolean {
  if (!isObject(proof) || proof.namespace !== 'eip155') return false
  const { challenge, account, message, signature, wallet } = proof
  return (
    Object.keys(proof).length === (wallet === undefined ? 5 : 6) &&
    isText(challenge, CHALLENGE_TOKEN_MAX) &&
    isText(account, 100) &&
    ACCOUNT.test(account) &&
    isText(message, MESSAGE_MAX_BYTES) &&
    MESSAGE.test(message) &&
    isText(signature, SIGNATURE_LENGTH) &&
    (wallet === undefined || isPlainWallet(wallet))
  )
}

function isPlainWallet(wallet: unknown): boolean {
  if (!isObject(wallet)) return false
  for (const member of Object.keys(wallet)) if (member !== 'name' && member !== 'rdns') return false
  const { name, rdns } = wallet
  return (
    (name === undefined || isText(name, WALLET_NAME_MAX)) &&
    (rdns === undefined || (typeof rdns === 'string' && RDNS.test(rdns)))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest
}
