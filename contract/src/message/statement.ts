import { STATEMENT_MAX } from '../limits.ts'
import type { Purpose } from '../routes/challenge.ts'

const SENTENCES: Record<Purpose, (name: string, act: string) => string> = {
  sign_in: (name) =>
    `Sign in to ${name}. This proves the wallet is yours. It costs nothing, moves nothing and gives no permission to spend.`,
  setup: (name) =>
    `Become the owner of ${name}. This proves the wallet is yours. It costs nothing, moves nothing and gives no permission to spend.`,
  link_wallet: (name) =>
    `Add this wallet to your ${name} account. It costs nothing, moves nothing and gives no permission to spend.`,
  step_up: (name, act) => `Confirm a change to your ${name} account: ${act}. It costs nothing and moves nothing.`,
  recover: (name) =>
    `Add this wallet to a ${name} account with a recovery code. It costs nothing, moves nothing and gives no permission to spend.`,
  app_proof: (_, app) => `Prove to ${app} that this wallet is yours. It costs nothing and moves nothing.`,
}

type Instance = { name: string; domain: string }

/**
 * The sentence that the wallet shows. ERC-4361 allows ASCII only: another name is replaced with the domain, and a domain
 * that is too long with "this site".
 */
export function statementFor(purpose: Purpose, instance: Instance, act = ''): string {
  const sentences = [instance.name, instance.domain].map((name) => SENTENCES[purpose](name, act))
  return sentences.find((sentence) => ALLOWED.test(sentence)) ?? SENTENCES[purpose]('this site', act)
}

// The ERC-4361 alphabet of a statement, within STATEMENT_MAX.
const ALLOWED = new RegExp(`^[A-Za-z0-9 \\-._~:/?#[\\]@!$&'()*+,;=]{1,${STATEMENT_MAX}}$`)
