import type { PageProblems } from './problem-words.ts'

/** For `{network}`, where nobody said which. */
export const THIS_NETWORK = 'this network'

export const pageProblems: PageProblems = {
  'wallet/none': {
    title: 'No wallet in this browser',
    body: 'A wallet is an app that holds a key. Install one, then come back to this page.',
    action: 'Get a wallet',
  },
  'wallet/not_found': {
    title: '{wallet} is not in this browser',
    body: 'It may be switched off or uninstalled. Turn it on, or use another wallet.',
    action: 'Another wallet',
  },
  'wallet/pending': {
    title: 'A request is already waiting',
    body: 'Open {wallet} from the toolbar icon and finish or cancel the request there.',
    action: 'I’ve done it',
  },
  'wallet/no_answer': {
    title: '{wallet} did not answer',
    body: 'It may need unlocking, or a restart. Open it once, then try again.',
    action: 'Try again',
  },
  'wallet/no_signature': {
    title: '{wallet} sent no signature',
    body: 'It closed without an answer. You can try again.',
    action: 'Try again',
  },
  'wallet/unauthorized': {
    title: '{wallet} no longer shares this account',
    body: 'Connect again and choose the account you want to use.',
    action: 'Connect again',
  },
  'wallet/cannot_sign': {
    title: 'This account can’t sign messages',
    body: 'It may be watch-only. Choose another account, or use another wallet.',
    action: 'Another wallet',
  },
  'wallet/offline': {
    title: '{wallet} has no connection',
    body: 'It cannot reach any network. Check the internet in {wallet}, then try again.',
    action: 'Try again',
  },
  'wallet/network_down': {
    title: 'The network in {wallet} is not answering',
    body: 'Switch to another network there; any will do. Then try again.',
    action: 'Try again',
  },
  'wallet/limited': {
    title: '{wallet} is limiting requests',
    body: 'Wait a minute. Nothing is lost.',
    action: 'Try again',
  },
  'wallet/refused': {
    title: '{wallet} refused the request',
    body: 'Nothing was shared. Try again, or use another wallet.',
    action: 'Try again',
  },
  'wallet/unreadable': {
    title: 'We could not read the answer',
    body: '{wallet} sent an answer that is not in the agreed form. Another wallet will do.',
    action: 'Another wallet',
  },
  'wallet/internal': {
    title: 'Something went wrong inside {wallet}',
    body: 'Unlock it, or finish setting it up, then try again.',
    action: 'Try again',
  },
  'wallet/restarted': {
    title: '{wallet} was restarted or updated',
    body: 'Reload this page so that the two can talk again.',
    action: 'Reload this page',
  },
  'wallet/disconnected': {
    title: '{wallet} was disconnected',
    body: 'It stopped sharing the account before the signature came. Connect again to carry on.',
    action: 'Connect again',
  },
  'wallet/popup_blocked': {
    title: 'Your browser blocked the wallet’s window',
    body: 'It opens right after a click. If it stays shut, allow pop-up windows for this site: the sign for that is in the address bar.',
    action: 'Open it',
  },
  'wallet/blocked_by_csp': {
    title: 'This browser stopped {wallet} from starting',
    body: 'Update the wallet, then reload this page. Another browser works too.',
    action: 'Reload this page',
  },
  'wallet/bad_signature_format': {
    title: 'That is not a signature',
    body: '{wallet} returned something else. Try again, or use another wallet.',
    action: 'Try again',
  },
  'wallet/other_text': {
    title: '{wallet} wrote another text',
    body: 'It signed something else than we asked for, so it was not accepted and you are not signed in. Sign our own text instead.',
    action: 'Sign our text',
  },
  'wallet/account_missing': {
    title: '{wallet} is on a different account now',
    body: 'Try again to continue with the account that is chosen there.',
    action: 'Try again',
  },
  'wallet/hardware_locked': {
    title: 'The device is locked',
    body: 'Unlock the Ledger, open the Ethereum app on it, close Ledger Live, then try again.',
    action: 'Try again',
  },
  'wallet/hardware_unsupported': {
    title: 'This device can’t sign in this way',
    body: '{wallet} cannot sign a message with the device yet. Use the device with another wallet.',
    action: 'Another wallet',
  },
  'wallet/multisig': {
    title: 'A Safe needs its owners to sign',
    body: 'Sign in with one of the owner wallets instead.',
    action: 'Another wallet',
  },
  'wallet/insecure_page': {
    title: 'Wallets only work on https',
    body: 'This page is open without it. Ask the site’s administrator to fix the address.',
    action: 'Reload this page',
  },
  'wallet/framed': {
    title: 'Open this page in its own tab',
    body: 'It is shown inside another site, where wallets do not work.',
    action: 'Open in a tab',
  },
  'wallet/wrong_address': {
    title: 'This address is not set up for sign-in',
    body: 'The site is open under another address than the one its operator chose, so a signature would not count. Operators: check PUBLIC_URL.',
    action: 'Open the right address',
  },
  'wallet/code_expired': {
    title: 'The code ran out',
    body: 'A code can be read for five minutes. Nothing was shared.',
    action: 'New code',
  },
  'wallet/relay_down': {
    title: 'The relay can’t be reached',
    body: '{wallet} passes messages through a relay, and it did not answer. Check your connection and try again, or use another wallet.',
    action: 'Try again',
  },
  'wallet/relay_refused': {
    title: 'Phone linking is not set up correctly here',
    body: 'The relay did not accept this site. Use another wallet. Operators: check WALLETCONNECT_PROJECT_ID and the origins allowed for it.',
    action: 'Another wallet',
  },
  'wallet/clock_wrong': {
    title: 'This computer’s clock is wrong',
    body: 'The relay does not accept messages from another time. Set the clock, then try again.',
    action: 'Try again',
  },
  'wallet/not_loaded': {
    title: '{wallet} could not be loaded',
    body: 'Part of this page did not arrive. Check your connection, then try again.',
    action: 'Try again',
  },
  'wallet/unknown': {
    title: '{wallet} could not do this',
    body: 'It did not say why. Try again, or use another wallet.',
    action: 'Try again',
  },
  'server/unreachable': {
    title: 'We could not reach our server',
    body: 'Check your connection, then try again. Nothing is lost.',
    action: 'Try again',
  },
  'server/unreadable': {
    title: 'The answer was not ours',
    body: 'Something between you and our server answered instead, such as a proxy or a Wi-Fi sign-in page.',
    action: 'Try again',
  },
  'server/slow': {
    title: 'Our server took too long',
    body: 'We stopped waiting after {seconds} seconds. Try again.',
    action: 'Try again',
  },
}
