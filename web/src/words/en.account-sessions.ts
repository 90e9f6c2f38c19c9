export const sessions = {
  title: 'Where you’re signed in',
  lead: 'Don’t recognise something? Sign it out, then check your wallets.',
  listLabel: 'Sessions',
  here: 'This device',
  activeNow: 'Active now',
  lastActive: 'Last active',
  near: (network: string) => `Near ${network}`,
  signedWith: 'Signed with',
  aWallet: 'a wallet',
  since: 'Signed in',
  end: 'Sign out',
  endOf: (device: string, near: string) => `Sign out ${device} near ${near}`,
  endHere: 'Sign out here',
  ended: 'Signed out',
  only: 'Only this device.',
  onlyBody: 'You are signed in nowhere else.',
  endOthers: 'Sign out everywhere else',
  endOthersTitle: 'Sign out everywhere else?',
  endOthersBody: (count: number) =>
    count === 1
      ? 'The other session ends at once. This one stays.'
      : `The ${count} other sessions end at once. This one stays.`,
  othersEnded: (count: number) => (count === 1 ? '1 session signed out' : `${count} sessions signed out`),

  devicesTitle: 'Known computers',
  devicesLead: 'When you sign in on one of these, we do not ask whether it was you.',
  noDevices: 'No computer is known yet.',
  lastSeen: 'Last seen',
  firstSeen: 'known since',
  forget: 'Forget',
  forgetOf: (device: string) => `Forget ${device}`,
  forgotten: 'Computer forgotten',
}

export type SessionWords = typeof sessions
