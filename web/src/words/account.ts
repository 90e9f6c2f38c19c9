import { account as enAccount } from './en.account.ts'

export const account = enAccount
