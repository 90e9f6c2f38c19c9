import type { LinkedVia } from '@countersign/contract/routes/wallet.ts'
import { editAccounts } from '../edit-accounts.ts'

const via: Record<LinkedVia, string> = {
  sign_in: 'Your first sign-in',
  link: 'You',
  recovery: 'Recovery code',
  admin_recovery: 'Recovery link from an admin',
  setup: 'Site setup',
}

export const vaults = {
  title: 'Vaults',
  lead: 'Use what another address of yours holds, without connecting it. Delegate from it to one of your wallets on delegate.xyz, then add its address here.',
  note: 'A vault can’t sign in. It only counts where the site’s administrator allows it.',
  add: 'Add vault',
  none: 'No vaults yet',
  network: 'Network',
  address: 'Address of the vault',
  addressHint: 'The address that holds the tokens.',
  addressWrong: 'Enter an address with 0x and 40 digits. Check for typing errors.',
  ownWallet: 'This is one of your wallets. It counts already.',
  reserved: 'Nobody can own this address.',
  notDelegated:
    'This address doesn’t delegate to any of your wallets on this network. Delegate on delegate.xyz, then try again.',
  networkDown: 'This network isn’t responding, so the delegation couldn’t be checked. Try again in a moment.',
  added: 'Vault added',
  addedAt: 'Added',
  inactive: 'No delegation',
  inactiveNote: 'The delegation to your wallets was revoked, so this vault doesn’t count.',
  remove: 'Remove',
  removeOf: (address: string) => `Remove vault ${address}`,
  removeTitle: 'Remove this vault?',
  removeBody: 'What it holds no longer counts for you. The delegation on the network stays as it is.',
  removeConfirm: 'Remove vault',
  removed: 'Vault removed',
}

export const wallets = {
  title: 'Wallets',
  lead: 'You can sign in to your account with any of these wallets.',
  add: 'Add wallet',
  unnamed: 'Wallet',

  main: 'Main',
  inUse: 'In use',
  removing: 'Being removed',

  kind: 'Type',
  accountOn: (family: string) => `${family} account`,
  smartOn: (network: string) => `Smart account on ${network}`,
  linked: 'Added',
  lastUsed: 'Last used',
  via: 'Added by',
  vias: via,

  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  makeMain: 'Set as main',
  makeMainOf: (name: string) => `Set as main: ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  keep: 'Keep wallet',
  keepOf: (name: string) => `Keep wallet: ${name}`,
  removingUntil: 'It will be removed on',
  keepRefused:
    'Only this wallet, the wallet that started the removal, or a wallet added before that can cancel the removal.',
  removingWhy: 'If this wasn’t you or you changed your mind, keep the wallet.',

  onlyTitle: 'Add a second wallet',
  only: 'This is your only wallet. If you lose it and have no recovery codes, you lose access to your account.',
  onlyCodes: 'Manage recovery codes',

  renameTitle: 'Rename wallet',
  name: 'Name',
  nameHint: 'Only you can see this name. Leave it empty to use the wallet’s own name.',
  nameRefused: (most: number) =>
    `Use 1 to ${most} characters from one alphabet, with at least one letter or digit and no invisible characters.`,
  save: 'Save name',
  renamed: 'Wallet renamed',

  mainChanged: 'Main wallet changed',
  removeTitle: 'Remove this wallet?',
  removeBody: 'Removing a wallet requires a signature:',
  removeSelf: 'Signed with this wallet: it’s removed immediately, and its sessions end.',
  removeNew: 'Signed with another of your wallets: it’s removed immediately, because it isn’t fully trusted yet.',
  removeOther: 'Signed with another of your wallets: it’s removed in three days. Until then, you can keep it.',
  removed: 'Wallet removed',
  removalStarted: 'Wallet will be removed in three days',
  kept: 'Wallet kept',

  account: 'Address',
  signIns: 'Sign-ins',
  signInCount: (count: number) => (count === 0 ? 'None' : String(count)),
  sessionsBy: 'Active sessions',
  sessionCount: (count: number) => (count === 0 ? 'None' : count === 1 ? '1 session' : `${count} sessions`),
  unproven: 'Signature needed',
  unprovenBody: 'This smart account’s network has new endpoints. Sign in with it once so apps can see it again.',
  trusted: 'Fully trusted from',
  trustedFrom: 'Until then, you can sign in with it but not confirm sensitive actions.',

  rulesTitle: 'How removal works',
  rules: [
    'If you sign with the wallet you’re removing, it’s removed immediately and its sessions end.',
    'If you sign with another of your wallets, it’s removed after three days. Signing in with it before then cancels the removal, and you can cancel it with a signature.',
    'A wallet added less than 24 hours ago can’t remove wallets, and is removed immediately by any other.',
    'You can’t remove your last wallet, because you need it to sign in.',
  ],

  addLead: 'A second wallet is the best protection against losing access.',
  confirmStep: 'Confirm with a linked wallet',
  confirmStepBody: 'The message names the new wallet, so no one else can add theirs.',
  confirm: 'Confirm with wallet',
  restart: 'Start over',
  signStep: 'Sign with the new wallet',
  signStepBody: 'Choose the wallet you want to add.',
  label: 'Wallet name',
  labelHint: 'Optional. Only you can see it, for example “Ledger” or “Phone”.',
  alreadyLinkedTitle: (wallet: string) => `${wallet} is on an account that is already linked.`,
  alreadyLinkedHelp: (wallet: string) =>
    `Select “Use another account”, then select the account you want to add in ${wallet}.${editAccounts(wallet)} Or choose another wallet.`,
  newLead: 'Check that it matches the account in your wallet.',
  signNew: 'Sign to add wallet',
  addedTitle: 'Wallet added',
  added: 'You can sign in with it now. It can confirm sensitive actions after 24 hours.',
  toWallets: 'View wallets',
  another: 'Add another wallet',
}
