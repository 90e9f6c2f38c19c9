/** Signed texts of every chain family, and what verifies them here and elsewhere. */

import { verifyMessage } from 'viem'
import type { Account } from '../../contract/src/family/account.ts'
import { chainIdOf } from '../../contract/src/family/family.ts'
import { writeMessage } from '../../contract/src/message/message.ts'
import { bitcoin } from '../../server/src/proof/bitcoin/family.ts'
import { verifyEvmProof } from '../../server/src/proof/evm/verify-signature.ts'
import type { SignedText } from '../../server/src/proof/family.ts'
import { curve } from '../../server/src/proof/secp256k1/load-curve.ts'
import { solana } from '../../server/src/proof/solana/family.ts'
import { newBitcoinAccount } from '../../test/support/families/bitcoin.ts'
import type { FamilyAccount } from '../../test/support/families/family-account.ts'
import { newSolanaAccount, verifyWithNoble } from '../../test/support/families/solana.ts'
import { newWallet, signText } from './load/wallet.ts'

type Check = { run: () => void | Promise<void>; signatures: number }

export type SignatureChecks = {
  title: string
  ours: Check
  theirs?: Check & { peer: string }
  /** What is asked for: a multiple of the peer, or verifications per second of CPU. */
  target: { times: number } | { perSecond: number }
}

const TEXTS = 64

export async function allSignatureChecks(): Promise<SignatureChecks[]> {
  return [
    ethereumChecks(),
    await solanaChecks(),
    await bitcoinChecks('P2WPKH', () => newBitcoinAccount('p2wpkh')),
    await bitcoinChecks('P2TR', () => newBitcoinAccount('p2tr')),
    await bitcoinChecks('P2SH-P2WPKH', () => newBitcoinAccount('p2sh_p2wpkh')),
    await bitcoinChecks('P2PKH, full', () => newBitcoinAccount('p2pkh', 'full')),
    await bitcoinChecks('P2PKH, legacy', () => newBitcoinAccount('p2pkh', 'legacy')),
  ]
}

function ethereumChecks(): SignatureChecks {
  const proofs = Array.from({ length: TEXTS }, (_, index) => {
    const wallet = newWallet()
    const message = textFor({ namespace: 'eip155', chain: '1', address: wallet.address }, index)
    return { address: wallet.address, message, signature: signText(wallet, message) }
  })
  const ours = () => {
    for (const proof of proofs) verifyEvmProof(proof)
  }
  const theirs = async () => {
    for (const proof of proofs.slice(0, 16)) if (!(await verifyMessage(proof))) throw new Error('viem refused')
  }
  return {
    title: `(c) signature checks, Ethereum, ${curve.kind}`,
    ours: { run: ours, signatures: TEXTS },
    theirs: { run: theirs, signatures: 16, peer: 'viem' },
    target: { times: 15 },
  }
}

async function solanaChecks(): Promise<SignatureChecks> {
  const signed = await signTexts(newSolanaAccount)
  const theirs = () => {
    for (const each of signed.slice(0, 4)) if (!verifyWithNoble(each)) throw new Error('noble refused')
  }
  return {
    title: 'signature checks, Solana',
    ours: { run: () => signed.forEach(solana.verify), signatures: TEXTS },
    theirs: { run: theirs, signatures: 4, peer: 'noble' },
    target: { perSecond: 5000 },
  }
}

async function bitcoinChecks(type: string, newAccount: () => FamilyAccount): Promise<SignatureChecks> {
  const signed = await signTexts(newAccount)
  return {
    title: `signature checks, Bitcoin, ${type}`,
    ours: { run: () => signed.forEach(bitcoin.verify), signatures: TEXTS },
    target: { perSecond: 2000 },
  }
}

function signTexts(newAccount: () => FamilyAccount): Promise<SignedText[]> {
  return Promise.all(
    Array.from({ length: TEXTS }, async (_, index) => {
      const account = newAccount()
      const text = textFor(account, index)
      return { address: account.address, text, envelope: undefined, ...(await account.sign(text)) }
    }),
  )
}

function textFor(account: Account, index: number): string {
  return writeMessage({
    namespace: account.namespace,
    domain: 'id.example',
    address: account.address,
    statement: 'Sign in to Countersign. Signing is free and does not send a transaction or give access to your funds.',
    uri: 'https://id.example',
    chainId: chainIdOf(account),
    nonce: `nonce${String(index).padStart(19, '0')}`,
    issuedAt: '2026-11-15T10:00:00.000Z',
    expirationTime: '2026-11-15T10:10:00.000Z',
    requestId: 'chl_01KA3B7Y9QZJ5V8N2M4X6T0W1R',
  })
}
