/** UI copy shared by all signed-in screens. */
export const account = {
  nav: {
    label: 'Your account',
    adminLabel: 'Admin',
    home: 'Home',
    wallets: 'Wallets',
    apps: 'Connected apps',
    appsShort: 'Apps',
    sessions: 'Where you’re signed in',
    sessionsShort: 'Sessions',
    activity: 'Activity',
    settings: 'Settings',
    more: 'More',
    waiting: (count: number) => `${count} open`,
    overview: 'Overview',
    people: 'People',
    invites: 'Invites',
    requests: 'Requests',
    groups: 'Groups',
    allApps: 'Apps',
    hosts: 'Protected hosts',
    keys: 'Signing keys',
    allSessions: 'Sessions',
    allActivity: 'Activity',
    siteSettings: 'Settings',
    networks: 'Networks',
    health: 'Health',
  },

  unknownTitle: 'One moment',
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  theWallet: 'the wallet',
  breadcrumb: 'Breadcrumb',
  possibleFrom: 'Available from',
  done: 'Done',
  quote: (trace: string) => `Trace ID: ${trace}`,

  list: {
    more: 'Show more',
    busy: 'Loading more',
    all: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    clear: 'Clear filters',
  },

  confirm: {
    type: (phrase: string) => `Type “${phrase}” to confirm`,
    mismatch: (phrase: string) => `Type “${phrase}” exactly as shown.`,
  },

  form: {
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
  },

  chart: {
    asTable: 'View as table',
    point: 'Day',
    total: 'Total',
  },
}

export type Account = typeof account
