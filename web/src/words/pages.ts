export const help = {
  title: 'Get a wallet',
  lead: 'You sign in with a wallet instead of a password.',
  whatTitle: 'What is a wallet?',
  what: 'A wallet is an app that holds a private key only you control. Signing in proves the wallet is yours. It’s free and moves no funds, and there’s no password to leak.',
  familiesTitle: 'Accounts that work here',
  families: {
    eip155: 'Also on networks like it, such as Base or Polygon. The network selected in the wallet doesn’t matter.',
    solana: 'For example with Phantom, Solflare or Backpack.',
    bip122:
      'For example with Xverse, UniSat or Leather. If your wallet changes its address over time, sign in with the address you used before.',
  },
  hardwareTitle: 'Using a Ledger or another hardware wallet',
  hardware:
    'Connect the device to a wallet in your browser, unlock it, and open the app of the network on it. Then sign in with that wallet.',
  hardwareSolana:
    'For Solana, use a recent version of the Solana app on your Ledger. If the wallet says it can’t sign the message, update the wallet or connect the Ledger to another one. We never ask you to sign a transaction instead.',
  installTitle: (browser: string) => `Install one in ${browser}`,
  installLead: 'These wallets are free. Each link opens the official store page.',
  safari:
    'We don’t have a wallet to recommend for Safari on a computer. Open this page in Chrome, Edge, Brave or Firefox instead.',
  store: (store: string) => `Opens ${store}`,
  afterTitle: 'Then return to this page',
  after: 'Your new wallet appears here after you reload the page.',
  installed: 'I installed one',
  phoneTitle: 'Open this page in your wallet app',
  phoneLead: 'Wallet apps have their own browser. Choose yours to open this page there.',
  openIn: (wallet: string) => `Open in ${wallet}`,
  noApp: 'No wallet app yet?',
  otherApp: 'Another wallet? Copy the link and paste it in the wallet’s browser.',
  returned: 'Did it open? If not, paste the link in the wallet’s browser.',
  inAppTitle: 'Open this page in your browser',
  inAppLead: 'Wallets don’t work inside this app’s browser. Copy the link and open it in your browser.',
  lost: 'Lost your wallet?',
  back: 'Back to sign in',
  browsers: { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari', other: 'your browser' },
}

export const setup = {
  title: 'Set up Countersign',
  lead: 'The wallet you sign with becomes the owner of this site.',
  code: 'Setup code',
  codeHint: 'Find it in the server log, next to the setup link.',
  codeMissing: 'Enter the setup code from the server log.',
  name: 'Site name',
  nameHint: 'Shown on the sign-in page and in wallets.',
  nameMissing: 'Enter a site name.',
  nameTooLong: (max: number) => `Use ${max} characters or fewer.`,
  nameLetters: 'Use at least one letter or digit, and no invisible characters.',
  doneTitle: 'Setup is complete',
  done: 'This site already has an owner. Sign in with your wallet.',
  signIn: 'Sign in',
}

export const notSetUp = {
  screen: 'Not set up',
  title: 'This site isn’t set up yet',
  lead: 'Nobody can sign in until the site has an owner.',
  operatorTitle: 'If you run this site',
  operator:
    'Open the setup link to become its owner. The server prints the link when it starts: look in the terminal or in the server log.',
  commandTitle: 'To print the link again',
  command: 'npx countersign setup-link',
  copy: { copy: 'Copy', spoken: 'Copy command', done: 'Command copied' },
  enterCode: 'Enter setup code',
}

export const home = {
  title: 'Home',
  heading: 'You’re signed in',
  address: 'Account',
  roles: { member: 'Member', auditor: 'Auditor', admin: 'Admin', owner: 'Owner' },
  wallet: 'Wallet',
  signedWith: 'Signed in with',
  connection: 'Connection',
  detached: 'Your wallet isn’t connected. You’re still signed in, and can reconnect it when you need to sign.',
  session: 'This session',
  device: 'Device',
  since: 'Signed in',
  idleEnd: 'Expires if inactive',
  latestEnd: 'Expires no later than',
  end: 'Expires',
  mismatch: 'Your wallet is on',
  mismatchEnd: (name: string) =>
    `, which isn’t linked to your account. You’re still signed in as ${name}. To confirm an action, switch back in your wallet or add this wallet.`,
  otherLinked: 'Your wallet is now on',
  otherLinkedEnd: (name: string) =>
    `, another wallet linked to your account. You’re still signed in as ${name}, and can confirm actions with this wallet.`,
  otherLinkedNewEnd: (name: string, from: string) =>
    `, another wallet linked to your account. You’re still signed in as ${name}. This wallet can confirm actions from ${from}.`,
  signInAsIt: 'Sign in with this wallet',
  dismiss: 'Dismiss',
  soonTitle: 'You’ll be signed out soon',
  soon: (time: string) => `Your session expires at ${time}.`,
  soonFinal: (time: string) => `Your session expires at ${time} and can’t be extended. Sign in again to continue.`,
  stay: 'Stay signed in',
  stayed: 'You’re still signed in.',
  signInAgain: 'Sign in again',
  notNow: 'Not now',
  notReached: 'We couldn’t reach the server, so nothing changed. Try again.',
}

export const signOut = {
  title: 'Sign out',
  confirmTitle: 'Sign out?',
  confirm: 'This ends your session in this browser.',
  staysConnected: 'Your wallet stays connected.',
  asks: 'wants to sign you out here too. You’ll return to',
  goingBack: 'Taking you back to',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  doneTitle: 'You’re signed out',
  deletingTitle: 'Your account is being deleted',
  deleting: (day: string) =>
    `You’re signed out everywhere. Your account will be permanently deleted on ${day}. Until then, you can sign in to keep it.`,
  stillConnected: 'Your wallet is still connected to this site.',
  gone: 'Your wallet is disconnected too.',
  disconnect: 'Disconnect wallet too',
  again: 'Sign in again',
}

export const problems = {
  title: 'About this error',
  code: 'Code',
  status: 'HTTP status',
  retry: 'Retry',
  retries: { yes: 'May help', no: 'Won’t help', after: 'May help after a short wait' },
  remedy: 'What to do',
  signIn: 'Go to sign in',
  theWallet: 'the wallet',
  unknownTitle: 'Unknown error code',
  unknown: 'The link is wrong, or the code is from another version.',
}

export const notFound = {
  title: 'Not found',
  heading: 'Page not found',
  body: 'The page doesn’t exist, or the link is wrong.',
  home: 'Go home',
}
