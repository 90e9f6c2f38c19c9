/** Every sentence the page can say, by what it is about, wherever the page keeps it. */

import { account } from '../../web/src/words/account.ts'
import { access, admin, app, apps, groups, hosts, keys, networks, site } from '../../web/src/words/admin.ts'
import { entry } from '../../web/src/words/entry.ts'
import { activity, stepUp } from '../../web/src/words/own.ts'
import { pages } from '../../web/src/words/pages.ts'
import { steps } from '../../web/src/words/steps.ts'
import { words } from '../../web/src/words/words.ts'

export { access, account, activity, admin, app, apps, entry, groups, hosts, keys, networks, site, stepUp }
export const signIn = { ...words.signIn, ...steps.signIn }
export const { chip, frame, reasons, crash, lost, gone } = words
export const { preview, notices, failed } = steps
export const { home, setup, signOut, help, notFound } = pages
