import type { Purpose } from '../routes/challenge.ts'
import { STATEMENT } from './message.ts'

const SAFE = 'Signing is free and does not send a transaction or give access to your funds.'

const SENTENCES: Record<Purpose, (name: string, subject: string) => string> = {
  sign_in: (name) => `Sign in to ${name}. ${SAFE}`,
  setup: (name) => `Become the owner of ${name}. ${SAFE}`,
  link_wallet: (name) => `Add this wallet to your ${name} account. ${SAFE}`,
  step_up: (name, subject) =>
    `Confirm this action on ${name}: ${subject}. Signing is free and does not send a transaction.`,
  recover: (name) => `Recover a ${name} account by adding this wallet to it. ${SAFE}`,
  app_proof: (_, app) => `Prove to ${app} that you own this wallet. Signing is free and does not send a transaction.`,
}

type Instance = { name: string; domain: string }

/** Statements are ASCII: the domain replaces any other name, and "this site" what is too long. The subject is never shortened. */
export function statementFor(purpose: Purpose, instance: Instance, subject = ''): string {
  for (const site of [instance.name, instance.domain, 'this site']) {
    const statement = SENTENCES[purpose](site, subject)
    if (STATEMENT.test(statement)) return statement
  }
  throw new Error(`No statement can name ${subject}.`)
}
