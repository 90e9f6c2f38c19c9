/** The words of the frame and of the list of wallets: all that is read before a wallet is chosen. */
export const en = {
  frame: {
    home: (instance: string) => `${instance}, home`,
    theme: 'Theme',
    themes: { system: 'Same as the device', light: 'Light', dark: 'Dark' },
    help: 'Help',
    about: 'About',
    skip: 'Skip to the content',
    offline: 'You are offline. We will carry on when the connection is back.',
    unreachable:
      'We cannot tell right now whether you are signed in: our database does not answer. This page tries again by itself.',
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
    setUp: 'Nobody owns this site yet. Set it up',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    done: 'I’ve done it',

    opening: (wallet: string) => `Approve the connection in ${wallet}.`,
    openingOnce: (wallet: string) =>
      `Approve once in ${wallet}. It connects and signs, costs nothing and moves nothing.`,
  },

  reasons: {
    expired: 'Your session ran out, so you were signed out. Sign in to carry on.',
    ended: 'This session was ended from another device.',
    wallet_changed: 'Your smart account no longer stands by this session, so it ended. Sign in again.',
    signed_out: 'You are signed out.',
    elsewhere: 'You signed out in another tab.',
  },

  lost: {
    title: 'Part of this page did not arrive',
    body: 'Check your connection, then try again. You stay where you are.',
  },

  gone: {
    title: 'This page has to be loaded anew',
    body: 'Part of it is no longer there, most likely because a newer version is. Reload it to carry on.',
    typed: 'What you typed here and did not save is lost by that.',
  },

  crash: {
    title: 'This page stopped working',
    body: 'This is our fault, not yours. Reload it; if it stops again, quote the line below.',
    reload: 'Reload this page',
  },
}

export type Words = typeof en
