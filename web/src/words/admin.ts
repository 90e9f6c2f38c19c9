import { type AdminWords, admin as enAdmin } from './en.admin.ts'
import { networks as enNetworks, type NetworkWords } from './en.admin-networks.ts'
import { site as enSite, type SiteWords } from './en.admin-site.ts'

/** The words of the admin area: people and how they come in, and the site itself. */
export const admin: AdminWords = enAdmin
export const networks: NetworkWords = enNetworks
export const site: SiteWords = enSite
