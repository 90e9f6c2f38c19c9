/** UI copy for signing in to an app and for consent. */
export const interaction = {
  // The isolates keep a name that runs from right to left from moving the words around it.
  signInTitle: (app: string) => `Sign in to \u2068${app}\u2069 with your wallet`,
  signInLead: (host: string) => `You’ll return to \u2068${host}\u2069.`,
  signInFor: (app: string, host: string) => `This signs you in to \u2068${app}\u2069 at \u2068${host}\u2069.`,
  freshSignature: 'You’re signed in, but this app requires a fresh signature.',
  otherWallet: 'Choose the wallet you want to use for this app.',
  hint: 'The app wants you to use',
  loading: 'Loading the app’s request',
  oneMoment: 'One moment',
  goingBack: 'Returning to the app…',

  screen: 'Allow app',
  allowTitle: 'Allow',
  asks: 'wants to access your account.',
  asksMore: 'wants additional access to your account.',
  answerGoesTo: 'You’ll return to',
  you: 'You',
  gets: 'Data it will receive',
  isNew: 'New',
  exact: 'View exact data',
  allow: 'Allow',
  deny: 'Don’t allow',
  later: 'You can disconnect this app anytime in “Connected apps”.',
  another: 'Use another wallet',
  signInAsOther: 'Sign in with another wallet',

  continueTitle: 'Continue to',
  continueAs: (name: string) => `Continue as \u2068${name}\u2069`,
  continueLead: 'You’re signed in. Continue with this wallet, or use another one.',

  accessTitle: 'isn’t available to you',
  access:
    'Only members of certain groups have access, and your account isn’t in any of them. Ask for access, or use another wallet.',
  back: 'Return to app',

  proveTitle: 'Verify your wallet for',
  proveLead: 'This app verifies wallets itself. Sign a short message that names the app. It’s free and moves no funds.',
  proveSign: 'Sign message',
  proveOther: 'This isn’t the account you’re signed in with. Switch accounts in your wallet.',

  overTitle: 'This request has expired',
  over: 'It timed out, was already completed, or was started in another browser. Go back to the app and sign in again.',
  toAccount: 'Go to your account',
  notReachedTitle: 'We couldn’t load the request',
  tryAgain: 'Try again',

  claims: {
    sub: 'Your user ID',
    subOwn: 'Unique to this app, so apps can’t use it to track you.',
    subShared: 'The same in every app that receives it.',
    signedIn: 'Your sign-in',
    signedInText: 'When you signed in, and that you used a wallet',
    name: 'Name',
    preferred_username: 'Username',
    picture: 'Picture',
    pictureText: 'Generated from your wallet address',
    locale: 'Language',
    zoneinfo: 'Time zone',
    updated_at: 'Profile updated',
    email: 'Email address',
    emailNote: 'A placeholder, because some apps require one. It can’t receive email and is marked as not verified.',
    wallet: 'Current wallet',
    wallets: 'All your wallets',
    on: (chain: string) => `on ${chain}`,
    walletProof: 'Your signature',
    walletProofText: 'A message that names the app, signed by your wallet each time, so the app can verify it itself',
    groups: 'Your groups',
    noGroups: 'None',
    offline: 'Access while you’re away',
    offlineText:
      'The app keeps access after your session expires, until you sign out, disconnect the app or remove this wallet',
  },
}

export type InteractionWords = typeof interaction

type AppProblem = { title: string; body: string; operator: string }

const back = 'Go back to the app and try once more. If it stays, tell whoever runs the app.'

/** What could not be sent back to the app. */
export const appProblem = {
  screen: 'A problem with an app',
  operator: 'For the administrator',
  log: 'The server’s log has a line “OpenID Connect request refused” with the reason and what to change.',
  toActivity: 'Activity of this app',
  toApp: 'Settings of this app',
  code: 'Code',
  home: 'Go home',
  signOut: 'Sign out',
  codes: {
    invalid_client: {
      title: 'We do not know this app',
      body: 'It is not registered here, or it was switched off. Ask whoever runs the app.',
      operator:
        'Compare the client id in the app’s settings with the one under Admin, Apps. Is the app switched on there?',
    },
    invalid_redirect_uri: {
      title: 'This app wants its answer somewhere else',
      body: 'For your safety we answer only at addresses we know. Tell whoever runs the app; you did nothing wrong.',
      operator:
        'The redirect address the app sent is not on its list. It must be the same letter by letter: scheme, port, path and a slash at the end count.',
    },
    invalid_request: {
      title: 'The app asked in a way we do not understand',
      body: back,
      operator:
        'A parameter of the request is missing, wrong or repeated. Every app needs response_type=code, and PKCE with S256 unless its settings allow a nonce instead.',
    },
    invalid_sign_out: {
      title: 'The app could not sign you out',
      body: 'We did not understand how it asked. You are still signed in here, if you were, and can sign out yourself.',
      operator:
        'post_logout_redirect_uri must be on the app’s list letter by letter, and id_token_hint an ID token that we gave this app.',
    },
    invalid_request_uri: {
      title: 'The app’s request ran out',
      body: 'Go back to the app and sign in from there again.',
      operator: 'A pushed request is used once and within a minute. No other request_uri is taken.',
    },
    unauthorized_client: {
      title: 'This app may not ask for that',
      body: back,
      operator: 'The app asks for a way of signing in that it is not registered for. Only the code flow is open.',
    },
    unsupported_response_type: {
      title: 'This app may not ask for that',
      body: back,
      operator: 'Only response_type=code is answered.',
    },
    server_error: {
      title: 'Something went wrong on our side',
      body: 'This is our fault, not yours. Go back to the app and try again.',
      operator: 'The server’s log says what it was.',
    },
    temporarily_unavailable: {
      title: 'Back in a minute',
      body: 'We cannot answer the app right now. Go back to it and try again shortly.',
      operator: 'The server is busy, restarting or cannot reach its database. See Admin, Health.',
    },
    interaction_expired: {
      title: 'The app’s request ran out',
      body: 'It was open too long, or was answered already. Go back to the app and sign in from there again. Nothing is lost.',
      operator: 'A request stays open for fifteen minutes, in the browser it began in.',
    },
  } satisfies Record<string, AppProblem>,
}

export type AppProblemWords = typeof appProblem
