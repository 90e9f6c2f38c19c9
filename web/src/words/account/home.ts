import type { NoticeKind } from '@countersign/contract/routes/notice.ts'

const kinds: Record<NoticeKind, { title: string; body: string }> = {
  new_sign_in: { title: 'New sign-in. Was this you?', body: 'If not, sign out that device and check your wallets.' },
  phone_sign_in: {
    title: 'New sign-in with your phone. Was this you?',
    body: 'If not, sign out that device and check your wallets.',
  },
  phone_locked: {
    title: 'The wrong digits were typed three times',
    body: 'We stopped a request that you approved on your phone. If this wasn’t you, check your sessions.',
  },
  session_reuse: {
    title: 'An old copy of a session was used',
    body: 'It may have been stolen, so all sessions on that device were ended. Review your other sessions.',
  },
  wallet_added: { title: 'A wallet was added', body: 'If this wasn’t you, remove it.' },
  wallet_removing: { title: 'A wallet is being removed', body: 'If this wasn’t you, keep the wallet.' },
  wallet_removed: { title: 'A wallet was removed', body: 'You can no longer sign in with it.' },
  main_wallet_changed: { title: 'Your main wallet changed', body: 'If this wasn’t you, change it back.' },
  recovery_codes_created: {
    title: 'Recovery codes were created',
    body: 'If this wasn’t you, create new codes now.',
  },
  recovery_codes_replaced: {
    title: 'New recovery codes were created',
    body: 'Earlier codes no longer work. If this wasn’t you, create new codes now.',
  },
  recovery_codes_deleted: {
    title: 'Your recovery codes were deleted',
    body: 'If this wasn’t you, sign out other sessions and create new codes.',
  },
  recovery_link_created: {
    title: 'An administrator created a recovery link for you',
    body: 'Anyone with the link can add a wallet to your account. If you didn’t ask for it, contact the site’s administrator.',
  },
  data_exported: {
    title: 'Your account data was downloaded',
    body: 'If this wasn’t you, sign out other sessions.',
  },
  recovery_used: {
    title: 'Your account was recovered',
    body: 'A new wallet was added with a recovery code or link. If this wasn’t you, contact the site’s administrator immediately.',
  },
  access_granted: { title: 'You have access', body: 'An administrator accepted your request. You can open it now.' },
  access_declined: { title: 'Request declined', body: 'An administrator declined your request for access.' },
  role_changed: { title: 'Your role changed', body: 'Your permissions on this site have changed.' },
}

export const home = {
  notices: 'Notices',
  kinds,
  newSignIns: (count: number) => ({
    title: `${count} new sign-ins. Were these you?`,
    body: 'If not, sign out those devices and check your wallets.',
  }),
  latest: 'Latest',
  wasMe: 'This was me',
  wereMe: 'These were me',
  understood: 'Got it',
  showSessions: 'View sessions',
  showWallets: 'View wallets',
  keep: 'Keep wallet',
  ip: (network: string) => `IP ${network}`,
  removed: 'It will be removed on',
  askAgain: 'You can ask again from',

  adviceWallet: {
    title: 'You have one wallet',
    body: 'If you lose it, you lose access to your account. Add a second wallet and create recovery codes.',
    action: 'Add wallet',
  },
  adviceSecond: {
    title: 'You have one wallet',
    body: 'If you lose it, you can use a recovery code. A second wallet is faster.',
  },
  adviceCodes: {
    title: 'You have no recovery codes',
    body: 'Recovery codes restore access if you lose all your wallets.',
    action: 'Create recovery codes',
  },

  walletCount: (count: number) => (count === 1 ? '1 wallet' : `${count} wallets`),
  allWallets: 'All wallets',
  allSessions: 'All sessions',
  sessionCount: (count: number) => (count === 1 ? 'Signed in on this device only' : `${count} active sessions`),

  activity: 'Recent activity',
  allActivity: 'All activity',
  noActivity: 'No activity yet',

  launcher: 'Apps and sites',
  connectedApps: 'Connected apps',
  noLauncher: 'No apps or sites yet',
  noLauncherBody: (instance: string) => `Apps and sites that you can open with your ${instance} account appear here.`,
  incomplete: 'We can’t check your access to everything right now, so some apps or sites may be missing.',
  checkAgain: 'Check again',
  showAll: (count: number) => `Show all ${count}`,

  addMismatch: 'Add this wallet',
}
