import { activity as enActivity } from './en.account-activity.ts'
import { apps as enApps } from './en.account-apps.ts'
import { home as enHome } from './en.account-home.ts'
import { sessions as enSessions } from './en.account-sessions.ts'
import { settings as enSettings } from './en.account-settings.ts'
import { stepUp as enStepUp } from './en.account-step-up.ts'
import { wallets as enWallets } from './en.account-wallets.ts'

export const activity = enActivity
export const apps = enApps
export const home = enHome
export const sessions = enSessions
export const settings = enSettings
export const stepUp = enStepUp
export const wallets = enWallets
