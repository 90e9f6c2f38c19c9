import { editAccounts } from './edit-accounts.ts'

const open = (wallet: string) => `Don’t see it? Open ${wallet}. Its icon is in your browser toolbar.`

export const steps = {
  address: {
    spoken: (family: string, end: string) => `${family} address ending in ${end}`,
    copy: 'Copy',
    copySpoken: 'Copy address',
    copied: 'Copied',
  },

  signIn: {
    found: (count: number) => (count === 1 ? 'Sign in. 1 wallet found.' : `Sign in. ${count} wallets found.`),

    otherAccounts: (...families: string[]) => {
      const article = families[0] === 'Ethereum' ? 'an' : 'a'
      return `Use ${article} ${families.join(', ').replace(/, (?=[^,]*$)/, ' or ')} account`
    },
    whichAccount: 'Which account?',
    accountOn: (family: string) => `${family} account`,

    anotherWallet: 'Use another wallet',
    anotherAccount: 'Use another account',

    approved: (wallet: string) => `Connected. Now approve the signature in ${wallet}.`,
    openingSlow: open,
    slowElsewhere: 'Don’t see it? Open your wallet app and look for the request.',
    slowWindow: 'Don’t see it? The wallet window may be behind this one.',
    slowRelay: 'The relay is taking longer than usual.',
    picking: (wallet: string) => `In ${wallet}, select the account you want to use and confirm.${editAccounts(wallet)}`,
    earlier: (wallet: string) =>
      `If ${wallet} still shows an earlier request, reject that one and approve only the latest.`,
    silent: (wallet: string) =>
      `${wallet} isn’t responding. It may have restarted or updated. If nothing opens, reload this page.`,
    reload: 'Reload page',
    openingStalled: (wallet: string) => `${wallet} hasn’t responded yet.`,
    pending: (wallet: string) =>
      `A request is already waiting in ${wallet}. Open ${wallet} from your browser toolbar, then approve or reject it.`,

    phone: 'Use your phone',
    phoneLead: 'Sign with the wallet on your phone.',
    phoneWallet: 'the wallet on your phone',
    phoneCard: 'Wallet on your phone',

    linkTitle: 'Scan with your phone',
    linkLead: 'Open your wallet app, choose Scan or WalletConnect, and point your camera at this code.',
    linkPhoneTitle: 'Open your wallet app',
    linkPhoneLead: 'Approve the connection there, then return to this page.',
    linkCode: 'QR code to connect your wallet',
    linkOpen: 'Open wallet app',
    linkOther: 'Use a wallet on another device',
    linkSpoken: 'Scan the code on this page with your wallet app, or copy the link.',
    linkLasts: 'The code works once and expires in five minutes.',

    connectedTitle: 'Continue with this account?',
    connectedLead: (wallet: string) => `${wallet} is connected. You haven’t signed anything yet.`,
    continueAs: 'Continue',
    connectedSpoken: (address: string) => `Wallet connected, ${address}`,

    preparing: 'Preparing…',
    signTitle: (wallet: string) => `Sign the message in ${wallet}`,
    signLead: 'It’s free and moves no funds.',
    signSpoken: 'Waiting for your signature',
    signSlow: (wallet: string, family: string) =>
      `${open(wallet)} Using a Ledger or Trezor? Unlock it and open the ${family} app.`,

    verifyingTitle: 'Checking the signature…',
    verifyingLead: 'We’re confirming that it matches your account.',
    verifyingSpoken: 'Checking',
    verifyingSlow: (seconds: number) =>
      `This is taking longer than usual. Checking a smart account on its network can take up to ${seconds} seconds.`,
    verifyingSlowKey: 'This is taking longer than usual.',
    verifyingOffline: 'You’re offline. We’ll continue when you’re back online.',

    signedIn: 'Signed in',

    otherTabTitle: 'Finish in the other tab',
    otherTab: 'Another tab is waiting for your wallet. Finish there, or continue in this tab.',
    continueHere: 'Continue here',

    suspendedTitle: 'This account is suspended',
    suspended: 'You can’t sign in right now. Contact the site’s administrator.',

    deletingTitle: 'This account is being deleted',
    deleting: (day: string) =>
      `It will be permanently deleted on ${day}. Until then, you can keep your account and all its data.`,
    deletingSoon: 'You can still keep your account and all its data.',
    keepAccount: 'Keep my account',
    notNow: 'Not now',

    none: {
      title: 'No wallet in this browser',
      lead: 'A wallet is an app that holds a private key. Signing a message proves that the wallet is yours.',
      get: 'Get a wallet',
      installed: 'I installed one',
      phoneTitle: 'Open this page in your wallet app',
      phoneLead: 'Wallet apps have their own browser. Open this page there to sign in.',
      inAppTitle: 'Open this page in your browser',
      inAppLead: 'Wallets don’t work inside this app’s browser.',
    },
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
  },

  preview: {
    label: 'What am I signing?',
    copy: 'Copy message',
    copied: 'Copied',
    promises: (domain: string, minutes: number) => [
      'It proves that this account is yours.',
      'It’s free. There is no network fee.',
      'It doesn’t move funds or give permission to spend.',
      `It works only once, on ${domain}, within ${minutes} minutes.`,
    ],
    never: 'We never ask you to sign a transaction, a token approval or hex data to sign in.',
  },

  notices: {
    declined_connect: (wallet: string) => `You canceled the request in ${wallet}. Nothing was shared.`,
    declined_at_once: (wallet: string) =>
      `You declined, or ${wallet} isn’t set up yet. If you haven’t finished setting it up, do that first, then try again.`,
    declined_signature: (wallet: string) =>
      `You declined the signature in ${wallet} or closed its window. You’re not signed in.`,
    declined_approval: (wallet: string) =>
      `You declined the signature in ${wallet} or closed its window. Nothing was approved.`,
    declined_twice: 'If you didn’t decline, restart your browser or use another wallet.',
    late_answer: (wallet: string) => `${wallet} has responded. You can continue.`,
    late_after_cancel: (wallet: string) =>
      `${wallet} responded after you canceled. Continue only if you still want to.`,
    account_changed: 'You switched accounts in your wallet. Continue with this one?',
    canceled: 'Canceled. If your wallet still shows the request, reject it there.',
    wallet_missing: (wallet: string) => `${wallet}, the wallet you used last time, wasn’t found in this browser.`,
    switch_in_wallet: (wallet: string) =>
      `${wallet} stayed on this account. Switch accounts in ${wallet}, then select “Use another account” again.`,
    no_other_account: (wallet: string) =>
      `You’re still on this account. Select “Use another account” again, then select only the account you want in ${wallet}.${editAccounts(wallet)}`,
    request_waiting: (wallet: string) =>
      `A request is already waiting in ${wallet}. Approve or reject it there, then try again.`,
  },

  failed: {
    checkAgain: 'Check again',
    details: 'Details',
    code: 'Code',
    time: 'Time',
    trace: 'Trace ID',
    wallet: 'Wallet',
    message: 'Message',
    copy: 'Copy details',
    copied: 'Copied',
    about: 'About this error',
    wait: (seconds: number) => `Try again in ${seconds}s`,
    connectAgain: 'Reconnect wallet',
    reload: 'Reload page',
    theWallet: 'the wallet',
  },
}
