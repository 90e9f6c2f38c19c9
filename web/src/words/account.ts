import { type Account, account as en } from './en.account.ts'

export const account: Account = en
