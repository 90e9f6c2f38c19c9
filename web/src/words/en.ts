/** The words of the frame and of the list of wallets: all that is read before a wallet is chosen. */
export const en = {
  frame: {
    home: (instance: string) => `${instance}, home`,
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    help: 'Help',
    about: 'About',
    skip: 'Skip to content',
    offline: 'You are offline.',
    unreachable: 'We can’t check whether you are signed in. Trying again…',
  },

  chip: {
    label: 'Wallet:',
    connected: 'Connected',
    connecting: 'Connecting',
    reconnecting: 'Reconnecting',
    disconnected: 'Not connected',
  },

  signIn: {
    title: 'Sign in',
    lead: (instance: string) => `Use your wallet to enter ${instance}.`,
    continueWith: (wallet: string) => `Continue with ${wallet}`,
    waitingFor: (wallet: string) => `Waiting for ${wallet}`,
    walletsLabel: 'Wallets in this browser',
    moreWays: 'More ways',
    recent: 'Recent',
    checking: 'Checking…',
    demoNote: 'A throw-away key in this browser',
    looking: 'Looking for wallets…',
    keep: 'Keep me signed in',
    noWallet: 'I don’t have a wallet',
    lost: 'Lost your wallet?',
    setUp: 'Set up this site',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    done: 'I’ve done it',

    opening: (wallet: string) => `Approve the connection in ${wallet}.`,
    openingOnce: (wallet: string) =>
      `Approve once in ${wallet}. It connects and signs, costs nothing and moves nothing.`,
  },

  reasons: {
    expired: 'Your session expired. Sign in to continue.',
    ended: 'This session was ended from another device.',
    wallet_changed: 'Your smart account changed, so this session ended. Sign in again.',
    signed_out: 'You are signed out.',
    elsewhere: 'You signed out in another tab.',
  },

  lost: {
    title: 'Part of this page did not load',
    body: 'Check your connection, then try again.',
  },

  gone: {
    title: 'A newer version is available',
    body: 'Reload this page to continue.',
    typed: 'Unsaved changes will be lost.',
  },

  crash: {
    title: 'This page stopped working',
    body: 'Reload it. If it stops again, quote the line below.',
    reload: 'Reload this page',
  },
}

export type Words = typeof en
