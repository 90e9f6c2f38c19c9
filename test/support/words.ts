/** Every sentence the page can say, by what it is about, wherever the page keeps it. */

import { account } from '../../web/src/words/account.ts'
import { pages } from '../../web/src/words/pages.ts'
import { steps } from '../../web/src/words/steps.ts'
import { words } from '../../web/src/words/words.ts'

export { account }
export const signIn = { ...words.signIn, ...steps.signIn }
export const { chip, frame, reasons, crash } = words
export const { preview, notices, failed } = steps
export const { home, setup, signOut, help, notFound } = pages
