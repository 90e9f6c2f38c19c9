import type { WalletCode } from '@countersign/contract/routes/client-error.ts'
import type { ProblemWords } from './problem-words.ts'

/** Fallback for `{network}` when the chain is unknown. */
export const THIS_NETWORK = 'this network'

/** Problems found by the page itself: in the wallet, or on the way to the server. */
export const pageProblems = {
  'wallet/none': {
    title: 'No wallet in this browser',
    body: 'Install a wallet, then return to this page.',
    action: 'Get a wallet',
  },
  'wallet/not_found': {
    title: '{wallet} wasn’t found in this browser',
    body: 'It may be turned off or uninstalled. Turn it on, or use another wallet.',
    action: 'Use another wallet',
  },
  'wallet/pending': {
    title: 'A request is already waiting',
    body: 'Open {wallet} from your browser toolbar, then approve or reject the request.',
    action: 'I’ve done it',
  },
  'wallet/no_answer': {
    title: '{wallet} didn’t respond',
    body: 'It may be locked or need a restart. Open {wallet}, then try again.',
  },
  'wallet/no_signature': {
    title: '{wallet} didn’t return a signature',
    body: 'It closed before you signed. Try again.',
  },
  'wallet/unauthorized': {
    title: '{wallet} no longer shares this account',
    body: 'Reconnect your wallet and select the account you want to use.',
    action: 'Reconnect wallet',
  },
  'wallet/cannot_sign': {
    title: 'This account can’t sign messages',
    body: 'It may be view-only. Select another account, or use another wallet.',
    action: 'Use another wallet',
  },
  'wallet/offline': {
    title: '{wallet} is offline',
    body: 'Check the internet connection in {wallet}, then try again.',
  },
  'wallet/network_down': {
    title: 'The network in {wallet} isn’t responding',
    body: 'Switch to any other network in {wallet}, then try again.',
  },
  'wallet/limited': {
    title: '{wallet} is limiting requests',
    body: 'Wait a minute, then try again.',
  },
  'wallet/refused': {
    title: '{wallet} refused the request',
    body: 'Nothing was shared. Try again, or use another wallet.',
  },
  'wallet/unreadable': {
    title: 'We couldn’t read the response',
    body: '{wallet} sent a response in an unexpected format. Use another wallet.',
    action: 'Use another wallet',
  },
  'wallet/internal': {
    title: 'Something went wrong in {wallet}',
    body: 'Unlock {wallet} or finish setting it up, then try again.',
  },
  'wallet/restarted': {
    title: '{wallet} was restarted or updated',
    body: 'Reload this page to reconnect.',
    action: 'Reload page',
  },
  'wallet/disconnected': {
    title: '{wallet} was disconnected',
    body: 'It disconnected before you signed. Reconnect your wallet to continue.',
    action: 'Reconnect wallet',
  },
  'wallet/popup_blocked': {
    title: 'Your browser blocked the wallet window',
    body: 'Try opening it again. If that doesn’t work, allow pop-ups for this site in the address bar.',
    action: 'Open wallet',
  },
  'wallet/blocked_by_csp': {
    title: 'Your browser blocked {wallet}',
    body: 'Update {wallet} and reload this page, or use another browser.',
    action: 'Reload page',
  },
  'wallet/bad_signature_format': {
    title: 'The signature couldn’t be read',
    body: '{wallet} returned something other than a signature. Try again, or use another wallet.',
  },
  'wallet/other_text': {
    title: '{wallet} changed the message',
    body: 'The signed message isn’t the one we sent, so you’re not signed in. Sign the original message instead.',
    action: 'Sign original message',
  },
  'wallet/account_missing': {
    title: '{wallet} is on a different account now',
    body: 'Try again to continue with the account selected in {wallet}.',
  },
  'wallet/hardware_locked': {
    title: 'Your hardware wallet is locked',
    body: 'Unlock your Ledger, open the app of this account on it, such as Ethereum or Solana, and close Ledger Live. Then try again.',
  },
  'wallet/hardware_unsupported': {
    title: 'This hardware wallet can’t sign messages here',
    body: '{wallet} can’t sign text with this device. Update {wallet} and the app on the device, or connect the device to another wallet.',
    action: 'Use another wallet',
  },
  'wallet/multisig': {
    title: 'Safe accounts need their owners to sign',
    body: 'Sign in with one of the owner wallets instead.',
    action: 'Use another wallet',
  },
  'wallet/insecure_page': {
    title: 'Wallets work only over https',
    body: 'This page isn’t using https. Contact the site’s administrator.',
    action: 'Reload page',
  },
  'wallet/framed': {
    title: 'Open this page in its own tab',
    body: 'It’s embedded in another site, where wallets don’t work.',
    action: 'Open in new tab',
  },
  'wallet/wrong_address': {
    title: 'This address is not set up for sign-in',
    body: 'Sign-in works only at the site’s official address. Administrators: check PUBLIC_URL.',
    action: 'Go to official address',
  },
  'wallet/code_expired': {
    title: 'The code has expired',
    body: 'Codes expire after five minutes. Nothing was shared.',
    action: 'Get new code',
  },
  'wallet/relay_down': {
    title: 'The relay can’t be reached',
    body: '{wallet} connects through a relay that isn’t responding. Check your connection and try again, or use another wallet.',
  },
  'wallet/relay_refused': {
    title: 'Connecting a phone isn’t set up correctly',
    body: 'The relay rejected this site. Use another wallet. Administrators: check WALLETCONNECT_PROJECT_ID and its allowed origins.',
    action: 'Use another wallet',
  },
  'wallet/clock_wrong': {
    title: 'Your device’s clock is wrong',
    body: 'The relay requires the correct time. Set your clock, then try again.',
  },
  'wallet/not_loaded': {
    title: '{wallet} couldn’t be loaded',
    body: 'Check your connection, then try again.',
  },
  'wallet/unknown': {
    title: '{wallet} couldn’t complete the request',
    body: 'Try again, or use another wallet.',
  },
  'server/unreachable': {
    title: 'We couldn’t reach the server',
    body: 'Check your connection, then try again.',
  },
  'server/unreadable': {
    title: 'Unexpected response',
    body: 'A proxy or Wi-Fi sign-in page may be blocking your connection. Check it, then try again.',
  },
  'server/slow': {
    title: 'The server took too long',
    body: 'We stopped waiting after {seconds} seconds. Try again.',
  },
} satisfies Record<WalletCode, ProblemWords> & Record<`server/${string}`, ProblemWords>
