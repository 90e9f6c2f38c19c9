/**
 * Asks a wallet for a signature with one method after the other, until one works or the person says no.
 * A software wallet asks once. A wallet that cannot sign a text but an off-chain message (a Ledger) asks twice.
 */

import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { MESSAGE_MAX_BYTES } from '@countersign/contract/limits.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { type KnownProblem, KnownProblemError, NoAccountError } from '../wallet-error.ts'
import type { StandardWallet } from '../wallet-standard/standard-wallet.ts'
import type { SolanaAccounts } from './accounts.ts'
import { isAboutHardware } from './failure.ts'
import { encodeBase64, findSignedBytes, readBytes, readSignedText } from './signed-bytes.ts'
import type { SigningHistory } from './signing-history.ts'
import { type Answer, listSigningMethods, type SigningAccount, type SigningMethod } from './signing-methods.ts'

export type SigningWallet = {
  wallet: StandardWallet
  history: SigningHistory
  /** The shared accounts; the last known ones while the wallet is locked. */
  accounts(): SolanaAccounts
}

export type SigningRequest = {
  challenge: Challenge
  /** Undefined when the wallet may choose the account and the optional fields of the text. */
  address: string | undefined
  isCanceled: (() => boolean) | undefined
}

export type Signed = {
  address: string
  text: string
  /** Undefined if it is not a signature. */
  signature: string | undefined
  envelope: string | undefined
}

/** Undefined when the wallet shares no account, and nothing is left that works without one. */
export async function requestSignature(target: SigningWallet, request: SigningRequest): Promise<Signed | undefined> {
  const { wallet, history } = target
  const errors: unknown[] = []
  for (let prompts = 0; ; prompts++) {
    const account = findAccount(target, request)
    if (account) history.accountUsed(account.address)
    const wanted = { address: account?.address, exact: request.address !== undefined }
    const method = history.choose(listSigningMethods(wallet, request.challenge, account), wanted)
    if (!method && !account) return undefined
    if (!method && (prompts > 0 || !history.hasFailures)) throw noMethodLeft(history, errors)
    if (!method) {
      history.forgetFailures() // of earlier clicks
      continue
    }
    if (prompts > 0 && request.isCanceled?.()) throw errors[0] ?? problem('wallet/other_text', 'try_again')
    const answer = await method.run().catch((error: unknown) => {
      history.noteFailure(method, error)
      errors.push(error)
    })
    const signed = answer && (await acceptAnswer(history, method, { answer, account, request }))
    if (signed) return signed
  }
}

function findAccount({ accounts }: SigningWallet, { address, challenge }: SigningRequest): SigningAccount | undefined {
  const shared = accounts()
  const [known = undefined] = address === undefined ? shared.keys() : [address]
  if (known === undefined) return undefined
  if (shared.size > 0 && !shared.has(known)) throw problem('wallet/account_missing', 'try_again')
  return { address: known, handle: shared.get(known), message: ourText(challenge, known) }
}

type Given = { answer: Answer; account: SigningAccount | undefined; request: SigningRequest }

/** Undefined when the wallet wrote another text than the required one; it is then not asked to write again. */
async function acceptAnswer(
  history: SigningHistory,
  method: SigningMethod,
  { answer, account, request }: Given,
): Promise<Signed | undefined> {
  const address = method.writes ? answer.address : account?.address
  if (request.address !== undefined && address !== request.address) throw problem('wallet/account_missing', 'try_again')
  if (address === undefined) throw new NoAccountError()
  const ours = ourText(request.challenge, address)
  const unsigned = { address, text: ours, signature: undefined, envelope: undefined }
  const signature = readBytes(answer.signature)
  if (signature?.length !== 64) return unsigned

  const claimed = answer.signed ?? new TextEncoder().encode(ours)
  const bytes = await findSignedBytes({ address, signature, claimed })
  const signed = readSignedText(bytes, address)
  if (signed?.text !== ours) {
    if (!method.writes) {
      history.skip(method.name)
      throw problem('wallet/other_text', 'try_again')
    }
    history.writesOtherText()
    if (request.address !== undefined) return undefined
    if (!signed || !isMessageText(signed.text)) return unsigned
  }
  history.workedFor(address, method.name)
  const envelope = signed.isEnvelope ? encodeBase64(bytes) : undefined
  return { address, text: signed.text, signature: encodeBase64(signature), envelope }
}

function ourText(challenge: Challenge, address: string): string {
  return writeMessage(messageFor(challenge, { namespace: 'solana', chain: SOLANA_MAINNET, address }))
}

function isMessageText(text: string): boolean {
  return text.length <= MESSAGE_MAX_BYTES && /^[\n\x20-\x7e]+$/.test(text)
}

function noMethodLeft(history: SigningHistory, errors: unknown[]): unknown {
  history.forgetFailures()
  const [first] = errors
  const hardware = errors.find(isAboutHardware)
  if (hardware !== undefined) return problem('wallet/hardware_unsupported', 'other_wallet', hardware)
  return first ?? problem('wallet/cannot_sign', 'other_wallet')
}

function problem(code: KnownProblem['code'], remedy: KnownProblem['remedy'], cause: unknown = code): KnownProblemError {
  return new KnownProblemError({ code, remedy }, cause)
}
