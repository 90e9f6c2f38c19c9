/** The words of the sign-in after a wallet is chosen. They are fetched as soon as the list is on the screen. */
export const steps = {
  address: {
    spoken: (end: string) => `Ethereum address ending ${end}`,
    copy: 'Copy',
    copySpoken: 'Copy address',
    copied: 'Copied',
  },

  signIn: {
    found: (count: number) => (count === 1 ? 'Sign in. 1 wallet found.' : `Sign in. ${count} wallets found.`),

    anotherWallet: 'Another wallet',
    anotherAccount: 'Use another account',

    openingSlow: (wallet: string) =>
      `Nothing opened? Click the ${wallet} icon in the browser toolbar. A request may be waiting there.`,
    slowElsewhere: 'Nothing there? Open your wallet app. The request waits for you in it.',
    slowWindow: 'Nothing opened? Its window may be behind this one.',
    slowRelay: 'The relay takes longer than usual.',
    picking: (wallet: string) => `Select the account you want to use in ${wallet}, then confirm there.`,
    silent: (wallet: string) =>
      `${wallet} is not responding. It may have been restarted or updated. If nothing opens, reload this page.`,
    reload: 'Reload page',
    openingStalled: (wallet: string) => `${wallet} has not answered yet.`,
    pending: (wallet: string) =>
      `A request is already waiting in ${wallet}. Open it from the toolbar icon and finish or cancel it there.`,

    linkTitle: 'Scan this with your phone',
    linkLead: 'Open your wallet app, choose to scan a code or to connect with WalletConnect, and point it here.',
    linkPhoneTitle: 'Open your wallet app',
    linkPhoneLead: 'It asks whether to connect. Come back to this page afterwards.',
    linkCode: 'Code that links your wallet with this page',
    linkOpen: 'Open wallet app',
    linkOther: 'Use a wallet on another device',
    linkSpoken: 'Scan the code on this page with your wallet app, or copy the link.',
    linkLasts: 'The code can be read for five minutes, once.',

    connectedTitle: 'Continue with this account?',
    connectedLead: (wallet: string) => `${wallet} shares this account. Nothing is signed yet.`,
    continueAs: 'Continue',
    connectedSpoken: (end: string) => `Wallet connected, account ending ${end}`,

    preparing: 'Preparing…',
    signTitle: (wallet: string) => `Sign the message in ${wallet}`,
    signLead: 'Signing costs nothing and moves nothing.',
    signSpoken: 'Waiting for your signature',
    signSlow: (wallet: string) =>
      `Nothing opened? Click the ${wallet} icon in the browser toolbar. Using a Ledger or Trezor? Unlock it and open the Ethereum app.`,

    verifyingTitle: 'Checking the signature…',
    verifyingLead: 'We are making sure that it is yours.',
    verifyingSpoken: 'Checking',
    verifyingSlow: (seconds: number) =>
      `This takes longer than usual. A smart account is checked on its network, which can take up to ${seconds} seconds.`,
    verifyingOffline: 'You are offline. We’ll continue when you are back online.',

    signedIn: 'Signed in',
    signedInAs: (name: string) => `Signed in as ${name}`,

    otherTabTitle: 'Finish in the other tab',
    otherTab: 'Another tab of this site is waiting for your wallet. Finish there, or do it here instead.',
    doItHere: 'Do it here',

    suspendedTitle: 'This account is suspended',
    suspended: 'You can’t sign in with it now. Contact the site’s administrator.',

    leavingTitle: 'This account is being deleted',
    leaving: (day: string) => `It is gone on ${day}. Until then you can keep the account and everything in it.`,
    leavingSoon: 'You can still keep the account and everything in it.',
    keepAccount: 'Keep my account',
    leaveIt: 'Leave it',

    none: {
      title: 'No wallet in this browser',
      lead: 'A wallet is an app that holds a key. Signing in only proves you hold it.',
      get: 'Get a wallet',
      installed: 'I installed one',
      phoneTitle: 'Open this page in your wallet app',
      phoneLead: 'Wallets on a phone have their own browser. This page has to be opened there.',
      phoneOpen: 'Choose your wallet app',
      inAppTitle: 'Open this page in your browser',
      inAppLead: 'You are inside another app, and wallets cannot be reached from there.',
    },
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
  },

  /** What is signed, in plain words, beside the exact text. */
  preview: {
    label: 'What am I signing?',
    copy: 'Copy message',
    copied: 'Copied',
    promises: (domain: string, minutes: number) => [
      'It proves you hold this account.',
      'It costs nothing: no network fee.',
      'It moves nothing and gives no permission to spend.',
      `It is only valid on ${domain}, for ${minutes} minutes, once.`,
    ],
    never: 'We will never ask you to sign a transaction, an approval or a hex code to sign in.',
  },

  notices: {
    declined_connect: (wallet: string) => `You closed the request in ${wallet}. Nothing was shared.`,
    declined_at_once: (wallet: string) =>
      `${wallet} closed the request right away. If you haven’t set up ${wallet} yet, finish that first, then try again.`,
    declined_signature: (wallet: string) => `You declined the signature in ${wallet}. You are not signed in.`,
    declined_twice: 'If you didn’t decline, restart the browser or use another wallet.',
    late_answer: (wallet: string) => `${wallet} answered after you cancelled. Continue only if you still want to.`,
    account_changed: 'The account changed in your wallet. Continue with this one?',
    cancelled: 'Cancelled. If your wallet still shows the request, reject it there.',
    wallet_missing: (wallet: string) => `${wallet}, which you used last time, is not in this browser now.`,
    switch_in_wallet: (wallet: string) =>
      `${wallet} did not open its list of accounts. Switch to the account in ${wallet}, then select “Use another account” again.`,
    no_other_account: (wallet: string) =>
      `${wallet} shared no other account. Select “Use another account” again, and select only the account you want in ${wallet}.`,
    request_waiting: (wallet: string) =>
      `A request is already waiting in ${wallet}. Finish or reject it there, then try again.`,
    earlier_request: (wallet: string) =>
      `${wallet} may still show an earlier request. Reject it there, and confirm only the latest one.`,
  },

  failed: {
    details: 'Details',
    code: 'Code',
    time: 'Time',
    trace: 'Trace',
    wallet: 'Wallet',
    said: 'Said',
    copy: 'Copy details',
    copied: 'Copied',
    about: 'About this code',
    wait: (seconds: number) => `Try again in ${seconds} s`,
    connectAgain: 'Connect again',
    reload: 'Reload this page',
    getWallet: 'Get a wallet',
    theWallet: 'the wallet',
  },
}

export type Steps = typeof steps
