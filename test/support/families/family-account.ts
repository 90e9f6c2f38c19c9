/** Accounts of every chain family that tests sign in with. */

import type { Account } from '@countersign/contract/family/account.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'

export type FamilySignature = { signature: string; envelope?: string }

export type FamilyAccount = Account & { sign(text: string): FamilySignature | Promise<FamilySignature> }

export async function proveAs(challenge: Challenge, account: FamilyAccount): Promise<Proof> {
  const message = writeMessage(messageFor(challenge, account))
  const { namespace } = account
  return {
    namespace,
    challenge: challenge.token,
    account: formatAccount(account),
    message,
    ...(await account.sign(message)),
  }
}
