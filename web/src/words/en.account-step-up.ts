import type { Action } from '@countersign/contract/action.ts'

/** What is confirmed with a signature, as it stands after "You are about to". */
const acts: Record<Action, string> = {
  'admin.mode': 'open admin mode for 10 minutes',
  'wallet.add': 'add a wallet to your account',
  'wallet.primary': 'change your main wallet',
  'wallet.remove': 'remove a wallet from your account',
  'recovery.create': 'create new recovery codes',
  'recovery.drop': 'delete your recovery codes',
  'data.export': 'download the data of your account',
  'account.delete': 'delete your account',
  'people.role': 'change somebody’s role',
  'people.recover': 'create a recovery link for somebody',
  'people.delete': 'delete somebody’s account',
  'invites.create': 'create an invitation for somebody with extra rights',
  'activity.export': 'download the activity of everybody',
  'networks.write': 'change a network of this site',
  'factories.write': 'change the account factories of this site',
  'apps.secrets': 'change the secrets of an app',
  'apps.keys': 'change the keys of an app',
  'apps.delete': 'delete an app',
  'hosts.tokens': 'change the tokens of a protected host',
  'keys.rotate': 'rotate the signing key',
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
  declined: (wallet: string) => `You declined the signature in ${wallet}. Nothing changed.`,

  otherAccount: (wallet: string) => `${wallet} is on an account that is not linked to you here.`,
  switchTo: (wallet: string) => `Select “Use another account”, then select one of these accounts in ${wallet}.`,
  yours: 'Your wallets',

  tooNew: 'This wallet was added too recently to confirm that. It can from',
  useOlder: 'Use one that has been yours for longer.',

  removesAtOnce: 'This is the wallet you are removing, so it is removed at once.',
  adminMode: 'Admin mode',
  adminLeft: (minutes: number) => (minutes === 1 ? 'open for 1 more minute' : `open for ${minutes} more minutes`),
  closeAdminMode: 'Close admin mode',
  adminLead: 'Apps, hosts, groups and settings need no further signature in that time. Critical actions always do.',

  removesLater: 'This is another wallet than the one you are removing, so that one is removed in three days.',
}

export type StepUpWords = typeof stepUp
