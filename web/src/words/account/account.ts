/** UI copy shared by all signed-in screens. */

import { words } from '../words.ts'

export const account = {
  menuOf: (name: string) => `${name}, account menu`,
  connection: {
    connected: (wallet: string) => `Connected to ${wallet}`,
    connecting: (wallet: string) => `Connecting to ${wallet}…`,
    reconnecting: (wallet: string) => `Reconnecting to ${wallet}…`,
    disconnected: () => words.chip.disconnected,
  },
  copyAddress: 'Copy address',
  copied: 'Copied',
  reconnect: 'Reconnect wallet',
  reconnectLead: 'You stay signed in. A connected wallet can confirm actions right away.',
  signOut: 'Sign out',
  signOutAll: 'Sign out and disconnect wallet',
  signingOut: 'Signing out…',
  stillSignedIn: 'You’re still signed in',

  unknownTitle: 'One moment',
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  theWallet: 'the wallet',
  breadcrumb: 'Breadcrumb',
  docs: 'Documentation',
  newTab: '(opens in a new tab)',
  possibleFrom: 'Available from',
  done: 'Done',
  quote: (trace: string) => `Trace ID: ${trace}`,

  confirm: {
    type: (phrase: string) => `Type “${phrase}” to confirm`,
    mismatch: (phrase: string) => `Type “${phrase}” exactly as shown.`,
  },

  chart: {
    asTable: 'View as table',
    point: 'Day',
    total: 'Total',
  },
}

export const nav = {
  label: 'Your account',
  adminLabel: 'Admin',
  admin: 'Admin',
  back: 'Back to account',
  backShort: 'Account',
  insight: 'Insight',
  access: 'Access',
  peopleSection: 'People',
  site: 'Site',
  home: 'Home',
  wallets: 'Wallets',
  apps: 'Connected apps',
  appsShort: 'Apps',
  sessions: 'Where you’re signed in',
  sessionsShort: 'Sessions',
  activity: 'Activity',
  settings: 'Settings',
  more: 'More',
  openRequests: (count: number) => (count === 1 ? '1 open request' : `${count} open requests`),
  overview: 'Overview',
  people: 'People',
  invites: 'Invitations',
  requests: 'Access requests',
  groups: 'Groups',
  allApps: 'Apps',
  hosts: 'Protected hosts',
  keys: 'Signing keys',
  allSessions: 'Sessions',
  allActivity: 'Activity',
  siteSettings: 'Settings',
  networks: 'Networks',
  health: 'Health',
}

export const list = {
  more: 'Show more',
  busy: 'Loading more',
  all: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  clear: 'Clear filters',
}

export const form = {
  save: 'Save changes',
  discard: 'Discard changes',
  unsaved: 'You have unsaved changes.',
  checkFields: 'Check the marked fields. Nothing was saved.',
  changed: 'This was changed in the meantime, so nothing was saved. Your edits are still here.',
  current: 'Current value:',
  overwrite: 'Saving again overwrites it.',
  loadCurrent: 'Load current values',
  leaving: {
    title: 'Discard unsaved changes?',
    body: 'Your changes on this page are not saved and will be lost.',
    leave: 'Leave page',
    stay: 'Stay on page',
  },
}
