import type { Scope } from '@countersign/contract/app/scope.ts'

/** In display order. */
const scopes: Record<Scope, string> = {
  profile: 'your name and picture',
  email: 'a placeholder email address',
  wallet: 'your wallet',
  wallets: 'all your wallets',
  wallet_proof: 'your signature',
  groups: 'your groups',
  openid: 'your user ID',
  offline_access: 'your data while you’re away',
}

export const apps = {
  title: 'Connected apps',
  lead: 'Apps you’ve signed in to with your account, and the data they can access.',
  listLabel: 'Apps',
  empty: 'No connected apps',
  emptyBody: 'Apps you allow appear here. You can disconnect them anytime.',
  access: 'Has access to',
  scopes,
  since: 'Allowed',
  lastUsed: 'last used',
  lastUsedFact: 'Last used',
  about: 'About',
  tokens: 'Signed in now',
  tokenCount: (sessions: number) =>
    sessions === 0 ? 'Not signed in' : sessions === 1 ? 'In 1 of your sessions' : `In ${sessions} of your sessions`,
  shared: 'Data shared with this app',
  sharedNote: 'The exact data this app would receive if you signed in to it now with your current wallet.',
  sharedTitle: 'Data as the app receives it',
  copyShared: { copy: 'Copy', spoken: 'Copy shared data', done: 'Copied' },
  activity: 'Activity',
  nothing: 'No recent activity.',
  open: 'Open',
  openOf: (app: string) => `Open \u2068${app}\u2069`,
  disconnect: 'Disconnect',
  disconnectOf: (app: string) => `Disconnect \u2068${app}\u2069`,
  confirmTitle: (app: string) => `Disconnect \u2068${app}\u2069?`,
  confirm: 'will be signed out everywhere and lose access to your account. It may keep data it already received.',
  confirmAgain: 'If you sign in to it again, you’ll be asked for permission.',
  disconnected: 'App disconnected',
}
