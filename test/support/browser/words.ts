/** All copy of the page by subject. */

import * as accountWords from '../../../web/src/words/account/account.ts'
import { activity } from '../../../web/src/words/account/activity.ts'
import { stepUp } from '../../../web/src/words/account/step-up.ts'
import * as adminWords from '../../../web/src/words/admin/admin.ts'
import { app } from '../../../web/src/words/admin/app.ts'
import { apps } from '../../../web/src/words/admin/apps.ts'
import { bulk, personGroups } from '../../../web/src/words/admin/bulk.ts'
import { conditions } from '../../../web/src/words/admin/conditions.ts'
import { groups } from '../../../web/src/words/admin/groups.ts'
import { hosts } from '../../../web/src/words/admin/hosts.ts'
import { item } from '../../../web/src/words/admin/item.ts'
import { keys } from '../../../web/src/words/admin/keys.ts'
import { networks } from '../../../web/src/words/admin/networks.ts'
import { requests } from '../../../web/src/words/admin/requests.ts'
import * as ruleWords from '../../../web/src/words/admin/rules.ts'
import * as site from '../../../web/src/words/admin/site.ts'
import { documentation } from '../../../web/src/words/documentation.ts'
import * as entry from '../../../web/src/words/entry.ts'
import * as pages from '../../../web/src/words/pages.ts'
import { registration } from '../../../web/src/words/registration.ts'
import { about, requestAccess } from '../../../web/src/words/request-access.ts'
import { steps } from '../../../web/src/words/steps.ts'
import { words } from '../../../web/src/words/words.ts'

export {
  about,
  activity,
  app,
  apps,
  bulk,
  conditions,
  documentation,
  entry,
  groups,
  hosts,
  item,
  keys,
  networks,
  personGroups,
  registration,
  requestAccess,
  requests,
  site,
  stepUp,
}
export const account = { ...accountWords.account, ...accountWords }
export const admin = { ...adminWords.admin, ...adminWords }
export const { access } = adminWords
export const rules = { ...ruleWords.rules, ...ruleWords }
export const signIn = { ...words.signIn, ...steps.signIn }
export const { chip, frame, reasons, crash, loadFailed, outdated } = words
export const { preview, notices, failed } = steps
export const { home, notSetUp, setup, signOut, help, notFound } = pages
