/** UI copy for signing in with a recovery code or link, and with an invitation. */
export const recover = {
  title: 'Lost your wallet?',
  lead: 'Use a recovery code to add a new wallet to your account.',
  linkLead: 'An administrator created a recovery link for you. Choose the wallet you want to use from now on.',
  code: 'Recovery code',
  codeHint: 'Enter one of the codes you saved. Each code works once.',
  codeMissing: 'Enter one of your recovery codes.',
  linkBroken: 'This recovery link is incomplete. Open the original link again, or enter a recovery code.',
  linkRefused: 'A recovery link works once and expires after an hour. Ask for a new one, or enter a recovery code.',
  useCode: 'Enter a code instead',
  whatTitle: 'What happens next',
  what: (hours: number) => [
    'The wallet you sign with is added to your account. Your other wallets stay linked.',
    'You’re signed out on all other devices.',
    `For ${hours} hours, the new wallet can’t remove other wallets or create recovery codes. This protects your account from theft.`,
  ],
  noCodes: 'No codes? Ask the site’s administrator for a recovery link.',
  back: 'Back to sign in',
}

export const invite = {
  title: 'You’re invited',
  loading: 'Loading your invitation',
  lead: (instance: string) => `Sign in with a wallet to join ${instance}.`,
  from: 'From',
  role: 'Role',
  wallet: 'Wallet',
  until: 'Expires',
  roles: {
    member: 'Member',
    auditor: 'Auditor (can view everything, but not make changes)',
    admin: 'Admin (can manage people)',
    owner: 'Owner (full access)',
  },
  onlyWallet: (wallet: string) => `Only the wallet ${wallet} can accept this invitation. Sign in with that account.`,
  signedIn: 'You’re already signed in. To accept, use a wallet that doesn’t have an account here yet.',
  home: 'Go home',
  signIn: 'Sign in',
  tryAgain: 'Try again',
  haveAccount: 'Already have an account? You don’t need an invitation.',
}
