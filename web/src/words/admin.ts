import { type AccessWords, type AdminWords, access as enAccess, admin as enAdmin } from './en.admin.ts'
import { type AppWords, app as enApp } from './en.admin-app.ts'
import { type AppsWords, apps as enApps } from './en.admin-apps.ts'
import {
  type BulkWords,
  bulk as enBulk,
  personGroups as enPersonGroups,
  type PersonGroupWords,
} from './en.admin-bulk.ts'
import { groups as enGroups, type GroupWords } from './en.admin-groups.ts'
import { hosts as enHosts, type HostWords } from './en.admin-hosts.ts'
import { keys as enKeys, type KeyWords } from './en.admin-keys.ts'
import { networks as enNetworks, type NetworkWords } from './en.admin-networks.ts'
import { requests as enRequests, type RequestWords } from './en.admin-requests.ts'
import { site as enSite, type SiteWords } from './en.admin-site.ts'

/** The words of the admin area: people and how they come in, the apps they go on to, and the site itself. */
export const access: AccessWords = enAccess
export const admin: AdminWords = enAdmin
export const app: AppWords = enApp
export const apps: AppsWords = enApps
export const bulk: BulkWords = enBulk
export const personGroups: PersonGroupWords = enPersonGroups
export const groups: GroupWords = enGroups
export const hosts: HostWords = enHosts
export const keys: KeyWords = enKeys
export const networks: NetworkWords = enNetworks
export const requests: RequestWords = enRequests
export const site: SiteWords = enSite
