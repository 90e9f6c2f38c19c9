import { formatPhoneCode } from '../phone-code.ts'
import type { Purpose } from '../routes/challenge.ts'
import { STATEMENT } from './message.ts'

const SAFE = 'Signing is free and does not send a transaction or give access to your funds.'

const SENTENCES: Record<Purpose, (name: string, subject: string, elsewhere: string) => string> = {
  sign_in: (name, _, elsewhere) => `Sign in to ${name}${elsewhere}. ${SAFE}`,
  setup: (name) => `Become the owner of ${name}. ${SAFE}`,
  link_wallet: (name, _, elsewhere) => `Add this wallet to your ${name} account${elsewhere}. ${SAFE}`,
  step_up: (name, subject, elsewhere) =>
    `Confirm this action on ${name}: ${subject}${elsewhere}. Signing is free and does not send a transaction.`,
  recover: (name, _, elsewhere) => `Recover a ${name} account by adding this wallet to it${elsewhere}. ${SAFE}`,
  app_proof: (_, app) => `Prove to ${app} that you own this wallet. Signing is free and does not send a transaction.`,
}

type Instance = { name: string; domain: string }
type About = { subject?: string | undefined; phone?: { device: string; code: string } | undefined }

/** Statements are ASCII: the domain replaces any other name, and "this site" what is too long. The subject is never shortened. */
export function statementFor(purpose: Purpose, instance: Instance, { subject = '', phone }: About = {}): string {
  const elsewhere = phone ? ` on another device: ${phone.device}, code ${formatPhoneCode(phone.code)}` : ''
  for (const site of [instance.name, instance.domain, 'this site']) {
    const statement = SENTENCES[purpose](site, subject, elsewhere)
    if (STATEMENT.test(statement)) return statement
  }
  throw new Error(`No statement can name ${subject}.`)
}
