import type { LinkedVia } from '@countersign/contract/wallet.ts'

const via: Record<LinkedVia, string> = {
  sign_in: 'You signed in with it',
  link: 'You added it',
  recovery: 'It came with a recovery code',
  admin_recovery: 'It came with a recovery link from an admin',
  setup: 'You set this site up with it',
}

const kinds = { eoa: 'Key', contract: 'Smart account' } as const

export const wallets = {
  title: 'Wallets',
  lead: 'Each of these lets you in, and you stay the same person whichever you use.',
  add: 'Add a wallet',
  unnamed: 'Wallet',
  addressOf: (name: string) => `Address of ${name}`,

  main: 'Main',
  inUse: 'In use',
  removing: 'Being removed',

  kind: 'Kind',
  kinds,
  smartOn: (network: string) => `Smart account on ${network}`,
  linked: 'Added',
  lastUsed: 'Last used',
  via: 'How it came here',
  vias: via,

  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  makeMain: 'Make main',
  makeMainOf: (name: string) => `Make main: ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  keep: 'Keep it',
  keepOf: (name: string) => `Keep it: ${name}`,
  removingUntil: 'It is removed',
  keepRefused: 'Only the wallet itself, the one that asked for this, or one that was added before that can stop it.',
  removingWhy: 'Keep it if you did not ask for this, or thought again.',

  onlyTitle: 'Add a second wallet',
  only: 'This is your only wallet. If you lose it, you lose this account, unless you have recovery codes.',
  onlyCodes: 'Recovery codes',

  renameTitle: 'Rename wallet',
  name: 'Name',
  nameHint: 'Only you see it. Leave it empty for the name the wallet gives itself.',
  nameRefused: (most: number) =>
    `Use 1 to ${most} characters with a letter or digit, no invisible ones, and not two alphabets in one name.`,
  save: 'Save',
  renamed: 'Name saved',

  mainNow: 'This is your main wallet now',
  removeTitle: 'Remove this wallet?',
  removeBody: 'You sign next, and that decides when it goes:',
  removeSelf: 'Signed by this wallet itself: at once. Sessions it signed in end.',
  removeOther: 'Signed by another of your wallets: in three days. Until then you can keep it.',
  removed: 'Wallet removed',
  removalStarted: 'The wallet is removed in three days',
  kept: 'You keep this wallet',

  account: 'Address',
  signIns: 'Sign-ins',
  signInCount: (count: number) => (count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`),
  sessionsBy: 'Sessions now',
  sessionCount: (count: number) => (count === 0 ? 'none' : count === 1 ? '1 session' : `${count} sessions`),
  unproven: 'Needs a new signature',
  unprovenBody: 'The network of this smart account has new endpoints. Sign in with it once so that apps see it again.',
  trusted: 'Full trust',
  trustedFrom: 'Until then it can sign you in, but not confirm sensitive actions.',

  rulesTitle: 'What removing means',
  rules: [
    'Signed by the wallet itself, it is removed at once, and the sessions it signed in end.',
    'Signed by another of your wallets, it is removed after three days. Whoever holds it can stop that by signing in.',
    'A wallet that was added less than 24 hours ago cannot remove any.',
    'Your last wallet stays: without it you could not come in.',
  ],

  addTitle: 'Add a wallet',
  addLead: 'A second wallet is the best way not to be locked out.',
  stepKnown: 'Confirm with a wallet you have',
  stepKnownBody: 'The message names the new wallet, so nobody else can add theirs.',
  confirm: 'Confirm with a wallet',
  restart: 'Start over',
  stepNew: 'Sign with the new wallet',
  stepNewBody: 'Choose the wallet you want to add.',
  label: 'Name for it',
  labelHint: 'Optional, and only you see it. “Ledger” or “Phone” will do.',
  mineTitle: (wallet: string) => `${wallet} is on an account that is already linked.`,
  mineHelp: (wallet: string) =>
    `Select “Use another account”, then select the account you want to add in ${wallet}. Or choose another wallet.`,
  newTitle: 'Add this account?',
  newLead: 'Compare it with the one in your wallet.',
  signNew: 'Sign to add it',
  addedTitle: 'Wallet added',
  added: 'You can sign in with it now. It can confirm sensitive actions after 24 hours.',
  toWallets: 'Show my wallets',
  another: 'Add another one',
}

export type WalletWords = typeof wallets
