import { type ActivityWords, activity as enActivity } from './en.account-activity.ts'
import { type AppWords, apps as enApps } from './en.account-apps.ts'
import { home as enHome, type HomeWords } from './en.account-home.ts'
import { sessions as enSessions, type SessionWords } from './en.account-sessions.ts'
import { settings as enSettings, type SettingsWords } from './en.account-settings.ts'
import { stepUp as enStepUp, type StepUpWords } from './en.account-step-up.ts'
import { wallets as enWallets, type WalletWords } from './en.account-wallets.ts'

/** The words of a person's own account, screen by screen. */
export const activity: ActivityWords = enActivity
export const apps: AppWords = enApps
export const home: HomeWords = enHome
export const sessions: SessionWords = enSessions
export const settings: SettingsWords = enSettings
export const stepUp: StepUpWords = enStepUp
export const wallets: WalletWords = enWallets
