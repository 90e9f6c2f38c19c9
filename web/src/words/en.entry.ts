/** The words of the two other ways in: with a recovery code or link, and with an invitation. */
export const entry = {
  recover: {
    title: 'Lost your wallet?',
    lead: 'Use a recovery code and a wallet you hold. The wallet joins your account.',
    linkLead: 'An administrator created a recovery link for you. Choose the wallet you want to use from now on.',
    code: 'Recovery code',
    codeHint: 'One of the codes you kept. Each works once.',
    codeMissing: 'Enter one of your recovery codes.',
    linkBroken: 'This recovery link is incomplete. Open it again as you got it, or enter a recovery code.',
    linkRefused: 'A recovery link works once, for an hour. Ask for a new one, or enter a recovery code.',
    useCode: 'Enter a code instead',
    whatTitle: 'What happens then',
    what: (hours: number) => [
      'The wallet you sign with now joins your account. Your other wallets stay.',
      'You are signed out everywhere else.',
      `For ${hours} hours the new wallet cannot remove others or make recovery codes. That keeps a thief from taking over.`,
    ],
    noCodes: 'No codes? Ask the site’s administrator for a recovery link.',
    back: 'Back to sign in',
  },

  invite: {
    title: 'You’re invited',
    loading: 'Looking at your invitation',
    lead: (instance: string) => `Sign in with a wallet to come in to ${instance}.`,
    from: 'From',
    role: 'You come in as',
    wallet: 'For the wallet',
    until: 'Open until',
    roles: {
      member: 'Member',
      auditor: 'Auditor, who sees everything and changes nothing',
      admin: 'Admin, who looks after people',
      owner: 'Owner, who decides everything',
    },
    onlyWallet: (wallet: string) => `Only the wallet ${wallet} can accept this. Choose that account.`,
    signedIn: 'You are signed in here already. Accept with a wallet that is new here, or just carry on.',
    home: 'Go home',
    signIn: 'Sign in',
    tryAgain: 'Try again',
    known: 'Signed in here before? You need no invitation.',
  },
}

export type Entry = typeof entry
