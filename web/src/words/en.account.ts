/** The words around every signed-in screen. */
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
  breadcrumb: 'Where this is',
  possibleFrom: 'It is possible from',
  done: 'Done',
  quote: (trace: string) => `Code to quote: ${trace}`,

  list: {
    more: 'Show more',
    busy: 'Loading more',
    all: (count: number) => (count === 1 ? 'That is the only one.' : `That is all: ${count}.`),
    clear: 'Clear filters',
  },

  confirm: {
    type: (phrase: string) => `Type “${phrase}” to confirm`,
    mismatch: (phrase: string) => `Type “${phrase}”, letter by letter.`,
  },

  chart: {
    asTable: 'View as table',
    point: 'Day',
    total: 'Total',
  },
}

export type Account = typeof account
