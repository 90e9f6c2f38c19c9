/** Errors of proofs that depend on the chain family. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { proveAs } from '../families/family-account.ts'
import { newFamilyAccount } from '../families/new-family-account.ts'
import type { Browser, HttpResponse } from '../server/http-browser.ts'
import type { TestServer } from '../server/server.ts'
import { setNamespaces } from '../server/settings.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

const P2WSH = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'

export const FAMILY_ERRORS = {
  async family_not_allowed(server, browser) {
    await setNamespaces(server, ['eip155'])
    const proof = await proveAs(await browser.challenge(), newFamilyAccount('solana'))
    return browser.post('/api/sessions', { proof, keep: true })
  },
  async network_unsupported(_, browser) {
    const account = newFamilyAccount('solana')
    const { account: named, ...proof } = await proveAs(await browser.challenge(), account)
    const onDevnet = named.replace(account.chain, 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
    return browser.post('/api/sessions', { proof: { ...proof, account: onDevnet }, keep: true })
  },
  async address_unsupported(_, browser) {
    const proof = await proveAs(await browser.challenge(), { ...newFamilyAccount('bip122'), address: P2WSH })
    return browser.post('/api/sessions', { proof, keep: true })
  },
  async signature_unsupported(_, browser) {
    const proof = await proveAs(await browser.challenge(), newFamilyAccount('bip122'))
    return browser.post('/api/sessions', { proof: { ...proof, signature: 'pofAA==' }, keep: true })
  },
} satisfies Partial<Record<ErrorCode, Produce>>

/** It changes the settings. */
export const FAMILY_DESTRUCTIVE: ErrorCode[] = ['family_not_allowed']
