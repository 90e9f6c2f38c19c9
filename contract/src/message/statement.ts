import { STATEMENT_MAX } from '../limits.ts'
import type { Purpose } from '../routes/challenge.ts'

const SAFE = 'Signing is free and does not send a transaction or give access to your funds.'

const SENTENCES: Record<Purpose, (name: string, act: string) => string> = {
  sign_in: (name) => `Sign in to ${name}. ${SAFE}`,
  setup: (name) => `Become the owner of ${name}. ${SAFE}`,
  link_wallet: (name) => `Add this wallet to your ${name} account. ${SAFE}`,
  step_up: (name, act) => `Confirm this action on ${name}: ${act}. Signing is free and does not send a transaction.`,
  recover: (name) => `Recover a ${name} account by adding this wallet to it. ${SAFE}`,
  app_proof: (_, app) => `Prove to ${app} that you own this wallet. Signing is free and does not send a transaction.`,
}

type Instance = { name: string; domain: string }

/**
 * The statement a person reads in the wallet. Statements are ASCII, so the domain replaces a name that is not, and
 * "this site" a domain that is too long: the first line of the message shows it anyway.
 */
export function statementFor(purpose: Purpose, instance: Instance, act = ''): string {
  const sentences = [instance.name, instance.domain].map((name) => SENTENCES[purpose](name, act))
  return sentences.find((sentence) => ALLOWED.test(sentence)) ?? SENTENCES[purpose]('this site', act)
}

// The characters of a statement in EIP-4361, and our maximum length.
const ALLOWED = new RegExp(`^[A-Za-z0-9 \\-._~:/?#[\\]@!$&'()*+,;=]{1,${STATEMENT_MAX}}$`)
