/** UI copy shared by all signed-in screens. */
export const account = {
  nav: {
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

  chart: {
    asTable: 'View as table',
    point: 'Day',
    total: 'Total',
  },
}

export type Account = typeof account
