import type { Action } from '@countersign/contract/action.ts'
import { editAccounts } from '../edit-accounts.ts'

/** The action a signature confirms, worded to follow "You’re about to". */
const actions: Record<Action, string> = {
  'admin.mode': 'turn on admin mode for 10 minutes',
  'wallet.add': 'add a wallet to your account',
  'wallet.primary': 'change your main wallet',
  'wallet.remove': 'remove a wallet from your account',
  'wallet.keep': 'cancel the removal of a wallet',
  'recovery.create': 'create new recovery codes',
  'recovery.drop': 'delete your recovery codes',
  'data.export': 'download your account data',
  'account.delete': 'delete your account',
  'people.role': 'change someone’s role',
  'people.recover': 'create a recovery link for someone',
  'people.delete': 'delete someone’s account',
  'invites.create': 'create an invitation with an elevated role',
  'activity.export': 'download everyone’s activity',
  'networks.write': 'change a network of this site',
  'factories.write': 'change the account factories of this site',
  'apps.secrets': 'change the secrets of an app',
  'apps.keys': 'change the keys of an app',
  'apps.delete': 'delete an app',
  'hosts.tokens': 'change the tokens of a protected host',
  'groups.rule': 'change the rule of a group',
  'keys.rotate': 'rotate the signing key',
}

export const stepUp = {
  actions,
  title: 'Confirm with your wallet',
  about: (action: Action) => `You’re about to ${actions[action]}.`,
  lead: 'Sign a message with one of your wallets to confirm. It’s free and moves no funds.',
  sign: 'Sign to confirm',
  cancel: 'Not now',
  confirmed: 'Confirmed',
  notConfirmed: 'The action wasn’t confirmed. Nothing changed.',
  declined: (wallet: string) => `You declined the signature in ${wallet} or closed its window. Nothing changed.`,

  otherAccount: (wallet: string) => `${wallet} is on an account that isn’t linked to your account here.`,
  switchTo: (wallet: string) =>
    `Select “Use another account”, then select one of these accounts in ${wallet}.${editAccounts(wallet)}`,
  otherFamily: 'Select “Use another wallet”, then choose one of these accounts.',
  stayed: (wallet: string) => `${wallet} stayed on this account.`,
  yours: 'Your wallets',

  tooNew: 'This wallet was added too recently to confirm this action. You can use it from',

  removesAtOnce: 'You’re signing with the wallet you’re removing, so it will be removed immediately.',
  adminMode: 'Admin mode',
  adminLeft: (minutes: number) => `${minutes} min`,
  adminOpen:
    'You can change apps, hosts, groups and settings without signing again. Critical actions always require a signature.',
  closeAdminMode: 'Turn off admin mode',
  adminLead: 'You can then change apps, hosts, groups and settings without signing again, except for critical actions.',

  removesNew: 'The wallet isn’t fully trusted yet, so it will be removed immediately.',
  removesLater: 'You’re signing with a different wallet, so the wallet will be removed in three days.',
}
