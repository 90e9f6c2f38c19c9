import type { NoticeKind } from '@countersign/contract/notice.ts'

const kinds: Record<NoticeKind, { title: string; body: string }> = {
  new_sign_in: { title: 'New sign-in. Was this you?', body: 'If not, sign it out and check your wallets.' },
  session_reuse: {
    title: 'An old copy of a session was used',
    body: 'It may have been stolen, so every session of that computer was ended. Look through the others.',
  },
  wallet_added: { title: 'A wallet was added', body: 'If that was not you, remove it.' },
  wallet_removing: { title: 'A wallet is being removed', body: 'Keep it if you did not ask for this.' },
  wallet_removed: { title: 'A wallet was removed', body: 'It does not let you in any more.' },
  main_wallet_changed: { title: 'Your main wallet changed', body: 'If that was not you, change it back.' },
  recovery_codes_created: {
    title: 'New recovery codes were created',
    body: 'Earlier codes no longer work. If that was not you, create new ones now.',
  },
  recovery_codes_deleted: {
    title: 'Your recovery codes were deleted',
    body: 'If that was not you, sign out other sessions and create new codes.',
  },
  recovery_link_created: {
    title: 'An administrator created a recovery link for you',
    body: 'Whoever opens it can add a wallet to your account. If you did not ask for it, contact the administrator.',
  },
  data_exported: {
    title: 'The data of your account was downloaded',
    body: 'If that was not you, sign out other sessions.',
  },
  recovery_used: {
    title: 'Your account was recovered',
    body: 'A new wallet came in with a recovery code or link. If that was not you, contact the site’s administrator at once.',
  },
  role_changed: { title: 'Your role changed', body: 'What you may do here is different now.' },
}

export const home = {
  notices: 'Notices',
  kinds,
  wasMe: 'That was me',
  understood: 'Understood',
  showSessions: 'Show sessions',
  showWallets: 'Show wallets',
  keep: 'Keep it',
  when: 'When',
  near: (network: string) => `near ${network}`,
  removed: 'It is removed',

  adviceWallet: {
    title: 'You have one wallet',
    body: 'If you lose it, you lose access to this account. Add a second wallet, and create recovery codes.',
    act: 'Add a wallet',
  },
  adviceSecond: {
    title: 'You have one wallet',
    body: 'Your recovery codes get you back in if you lose it. A second wallet is quicker.',
  },
  adviceCodes: {
    title: 'You have no recovery codes',
    body: 'They bring you back when every wallet is lost.',
    act: 'Make codes',
  },

  wallets: 'Wallets',
  walletCount: (count: number) => (count === 1 ? '1 wallet' : `${count} wallets`),
  allWallets: 'All wallets',
  allSessions: 'All sessions',
  sessionCount: (count: number) => (count === 1 ? 'Signed in here only' : `Signed in at ${count} places`),

  activity: 'Last activity',
  allActivity: 'All activity',
  noActivity: 'Nothing yet.',

  apps: 'Apps',
  allApps: 'Connected apps',
  noApps: 'No apps yet',
  noAppsBody: (instance: string) => `Apps you sign in to with ${instance} will be here.`,

  addMismatch: 'Add it to this account',
}

export type HomeWords = typeof home
