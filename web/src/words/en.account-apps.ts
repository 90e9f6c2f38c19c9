import type { Scope } from '@countersign/contract/scope.ts'

/** In the order they are told. */
const knows: Record<Scope, string> = {
  profile: 'your name and picture',
  email: 'an e-mail address made up for it',
  wallet: 'your wallet',
  wallets: 'all your wallets',
  wallet_proof: 'your signature',
  groups: 'your groups',
  openid: 'a code that stands for you',
  offline_access: 'and may ask again while you are away',
}

export const apps = {
  title: 'Connected apps',
  lead: 'Apps you signed in to with this account, and what they know of you.',
  listLabel: 'Apps',
  empty: 'No app has access',
  emptyBody: 'Apps you allow are listed here, and you can disconnect them at any time.',
  knows: 'Knows',
  knowsOf: knows,
  since: 'Allowed',
  lastUsed: 'last used',
  lastUsedFact: 'Last used',
  about: 'About',
  tokens: 'Signed in now',
  tokenCount: (sessions: number) =>
    sessions === 0 ? 'Nowhere' : sessions === 1 ? 'In one of your sessions' : `In ${sessions} of your sessions`,
  told: 'What it is told',
  toldNote: 'Exactly this, if you went there now with the wallet you are signed in with.',
  toldTitle: 'As the app gets it',
  copyTold: { copy: 'Copy', spoken: 'Copy what the app is told', done: 'Copied' },
  happened: 'What happened',
  nothing: 'Nothing that is still kept.',
  open: 'Open',
  openOf: (app: string) => `Open \u2068${app}\u2069`,
  disconnect: 'Disconnect',
  disconnectOf: (app: string) => `Disconnect \u2068${app}\u2069`,
  confirmTitle: (app: string) => `Disconnect \u2068${app}\u2069?`,
  confirm: 'is signed out everywhere and no longer learns anything new about you. What it knows already, it may keep.',
  confirmAgain: 'When you sign in to it again, it asks you again.',
  disconnected: 'App disconnected',
}

export type AppWords = typeof apps
