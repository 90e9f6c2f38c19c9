import type { Action } from '@countersign/contract/action.ts'

/** What is confirmed with a signature, as it stands after "You are about to". */
const acts: Record<Action, string> = {
  'wallet.add': 'add a wallet to your account',
  'wallet.primary': 'change your main wallet',
  'wallet.remove': 'remove a wallet from your account',
  'recovery.create': 'make new recovery codes',
  'recovery.drop': 'throw your recovery codes away',
  'data.export': 'download the data of your account',
  'account.delete': 'delete your account',
  'people.write': 'change what other people may do',
  'people.recover': 'make a recovery link for somebody',
  'people.delete': 'delete somebody’s account',
  'sessions.end': 'end sessions of other people',
  'activity.export': 'download the activity of everybody',
  'networks.write': 'change the networks of this site',
  'settings.write': 'change the settings of this site',
  'apps.write': 'change the apps of this site',
  'apps.delete': 'delete an app of this site',
  'groups.write': 'change groups of people',
  'hosts.write': 'change the protected hosts',
  'keys.rotate': 'change the key that tokens are signed with',
}

export const stepUp = {
  acts,
  title: 'Confirm with your wallet',
  about: (action: Action) => `You are about to ${acts[action]}.`,
  lead: 'One of your wallets signs a message that says so. It costs nothing and moves nothing.',
  sign: 'Sign to confirm',
  cancel: 'Not now',
  anotherOfMine: 'Use another of my wallets',
  confirmed: 'Confirmed',
  notConfirmed: 'You did not confirm it, so nothing changed.',
  declined: (wallet: string) => `You said no in ${wallet}. Nothing changed.`,

  otherAccount: (wallet: string) => `${wallet} shows an account that is not yours here.`,
  switchTo: (wallet: string) => `Switch to one of your wallets in ${wallet}. This page follows by itself.`,
  yours: 'Your wallets',

  tooNew: 'This wallet was added too recently to confirm that. It can from',
  useOlder: 'Use one that has been yours for longer.',

  removesAtOnce: 'This is the wallet you are removing, so it is removed at once.',
  removesLater: 'This is another wallet than the one you are removing, so that one is removed in three days.',
}

export type StepUpWords = typeof stepUp
