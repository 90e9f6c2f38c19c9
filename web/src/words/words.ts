/** UI copy of the frame and the list of wallets: all that the first load needs. */
export const words = {
  frame: {
    home: (instance: string) => `${instance}, home`,
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    help: 'Help',
    about: 'About',
    skip: 'Skip to content',
    offline: 'You’re offline.',
    unreachable: 'We can’t check your session. Trying again…',
  },

  chip: {
    label: 'Wallet:',
    connected: 'Connected',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting',
    disconnected: 'Wallet not connected',
  },

  loading: {
    label: 'Loading',
    title: 'One moment',
    names: {
      '/home': 'Home',
      '/wallets': 'Wallets',
      '/apps': 'Connected apps',
      '/sessions': 'Where you’re signed in',
      '/activity': 'Activity',
      '/settings': 'Settings',
      '/admin': 'Admin',
      '/sign-in': 'Sign in',
      '/sign-out': 'Sign out',
      '/phone': 'Use your phone',
      '/setup': 'Set up Countersign',
      '/recover': 'Lost your wallet?',
      '/invite/:token': 'You’re invited',
      '/wallets/help': 'Get a wallet',
    },
  },

  signIn: {
    title: 'Sign in',
    lead: (instance: string) => `Use your wallet to sign in to ${instance}.`,
    continueWith: (wallet: string) => `Continue with ${wallet}`,
    waitingFor: (wallet: string) => `Waiting for ${wallet}`,
    walletsLabel: 'Wallets in this browser',
    moreWays: 'More ways',
    recent: 'Recent',
    checking: 'Checking…',
    demoNote: 'Temporary key in this browser',
    looking: 'Looking for wallets…',
    keep: 'Keep me signed in',
    noWallet: 'I don’t have a wallet',
    lostWallet: 'Lost your wallet?',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    done: 'I’ve done it',

    opening: (wallet: string) => `Approve the connection in ${wallet}.`,
    openingOnce: (wallet: string) => `Approve in ${wallet} to connect and sign. It’s free and moves no funds.`,
  },

  reasons: {
    expired: 'Your session expired. Sign in to continue.',
    ended: 'You were signed out from another device.',
    wallet_changed: 'Your smart account changed. Sign in again.',
    signed_out: 'You’re signed out.',
    elsewhere: 'You signed out in another tab.',
  },

  loadFailed: {
    title: 'Part of this page didn’t load',
    body: 'Check your connection, then try again.',
  },

  outdated: {
    title: 'A newer version is available',
    body: 'Reload this page to continue.',
    typed: 'Unsaved changes will be lost.',
  },

  crash: {
    title: 'Something went wrong',
    body: 'Reload the page. If it happens again, report the details below.',
    reload: 'Reload page',
  },
}
