/** All copy of the page by subject. */

import { account } from '../../../web/src/words/account.ts'
import {
  access,
  admin,
  app,
  apps,
  bulk,
  groups,
  hosts,
  keys,
  networks,
  personGroups,
  requests,
  site,
} from '../../../web/src/words/admin.ts'
import { entry } from '../../../web/src/words/entry.ts'
import { activity, stepUp } from '../../../web/src/words/own.ts'
import { pages } from '../../../web/src/words/pages.ts'
import { about, requestAccess } from '../../../web/src/words/request-access.ts'
import { steps } from '../../../web/src/words/steps.ts'
import { words } from '../../../web/src/words/words.ts'

export {
  about,
  access,
  account,
  activity,
  admin,
  app,
  apps,
  bulk,
  entry,
  groups,
  hosts,
  keys,
  networks,
  personGroups,
  requestAccess,
  requests,
  site,
  stepUp,
}
export const signIn = { ...words.signIn, ...steps.signIn }
export const { chip, frame, reasons, crash, lost, gone } = words
export const { preview, notices, failed } = steps
export const { home, setup, signOut, help, notFound } = pages
