import { editAccounts } from './edit-accounts.ts'

/** UI copy for signing in to an app and for consent. */
export const interaction = {
  // The isolates keep a name that runs from right to left from moving the words around it.
  signInTitle: (app: string) => `Sign in to \u2068${app}\u2069 with your wallet`,
  signInLead: (host: string) => `You’ll return to \u2068${host}\u2069.`,
  signInFor: (app: string, host: string) => `This signs you in to \u2068${app}\u2069 at \u2068${host}\u2069.`,
  freshSignature: 'You’re signed in, but this app requires a fresh signature.',
  otherWallet: 'Choose the wallet you want to use for this app.',
  noPhone: 'This app requires a wallet on this device.',
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
  receives: 'Data it will receive',
  isNew: 'New',
  exact: 'View exact data',
  moreBelow: 'More below',
  allow: 'Allow',
  deny: 'Don’t allow',
  disconnectNote: 'You can disconnect this app anytime in “Connected apps”.',
  another: 'Use another wallet',
  signInAsOther: 'Sign in with another wallet',

  continueTitle: 'Continue to',
  continueAs: (name: string) => `Continue as \u2068${name}\u2069`,
  continueLead: 'You’re signed in. Continue with this wallet, or use another one.',

  back: 'Return to app',

  proveTitle: 'Verify your wallet for',
  proveLead: 'This app verifies wallets itself. Sign a short message that names the app. It’s free and moves no funds.',
  proveSign: 'Sign message',
  proveOther: 'This isn’t the account you’re signed in with.',
  proveOtherHelp: (wallet: string) =>
    `Select “Use another account”, then select the account you’re signed in with in ${wallet}.${editAccounts(wallet)}`,
  proveOtherFamily: (family: string) =>
    `You’re signed in with ${family === 'Ethereum' ? 'an' : 'a'} ${family} account. Select “Use another wallet”, then choose that account.`,

  expiredTitle: 'This request has expired',
  expired:
    'It timed out, was already completed, or was started in another browser. Go back to the app and sign in again.',
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
      'The app keeps access after your session expires, until you sign out, disconnect the app or remove this wallet.',
  },
}

type AppProblem = { title: string; body: string; operator: string }

const back = 'Go back to the app and try again. If the problem persists, contact the app’s administrator.'

/** Problems with an app’s request that can’t be reported back to the app. */
export const appProblem = {
  screen: 'App problem',
  operator: 'For the administrator',
  log: 'The server log contains “OpenID Connect request refused” with the reason and the fix.',
  toActivity: 'View app activity',
  toApp: 'Open app settings',
  code: 'Error code',
  home: 'Go home',
  signOut: 'Sign out',
  codes: {
    invalid_client: {
      title: 'This app is not available',
      body: 'It is not registered on this site, or it is disabled. Contact the app’s administrator.',
      operator: 'Compare the client ID in the app with the one under Admin → Apps, and check that the app is enabled.',
    },
    invalid_redirect_uri: {
      title: 'This app is not set up correctly',
      body: 'It asked us to send you to an address that is not registered, so we stopped for your safety. Contact the app’s administrator.',
      operator:
        'The redirect_uri of the request does not match any registered redirect URI. It must match exactly, including scheme, port, path and trailing slash.',
    },
    invalid_request: {
      title: 'The app sent a malformed request',
      body: back,
      operator:
        'A request parameter is missing, wrong or repeated. Requests need response_type=code, and PKCE (S256) unless the app’s settings allow a nonce instead.',
    },
    invalid_sign_out: {
      title: 'The app could not sign you out',
      body: 'Its request was malformed. If you were signed in here, you still are, and can sign out yourself.',
      operator:
        'post_logout_redirect_uri must exactly match a registered post-logout redirect URI, and id_token_hint must be an ID token issued to this app.',
    },
    invalid_request_uri: {
      title: 'The app’s request has expired',
      body: 'Go back to the app and sign in again.',
      operator:
        'A pushed authorization request (PAR) can be used once, within one minute. Other request_uri values are not supported.',
    },
    unauthorized_client: {
      title: 'This app isn’t allowed to request this',
      body: back,
      operator:
        'The app requested a flow that it is not registered for. Only the authorization code flow is supported.',
    },
    unsupported_response_type: {
      title: 'This app isn’t allowed to request this',
      body: back,
      operator: 'Only response_type=code is supported.',
    },
    server_error: {
      title: 'Something went wrong on our side',
      body: 'Go back to the app and try again.',
      operator: 'See the server log for the cause.',
    },
    temporarily_unavailable: {
      title: 'Temporarily unavailable',
      body: 'We can’t handle the app’s request right now. Go back to the app and try again in a minute.',
      operator: 'The server is overloaded, restarting or can’t reach its database. See Admin → Health.',
    },
    interaction_expired: {
      title: 'The app’s request has expired',
      body: 'It was open too long or was already completed. Go back to the app and sign in again.',
      operator: 'An authorization request is valid for 15 minutes, in the browser that started it.',
    },
  } satisfies Record<string, AppProblem>,
}
