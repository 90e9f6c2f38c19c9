export const sessions = {
  title: 'Where you’re signed in',
  lead: 'Don’t recognize a session? Sign it out, then check your wallets.',
  listLabel: 'Sessions',
  here: 'This device',
  activeNow: 'Active now',
  lastActive: 'Last active',
  ip: (network: string) => `IP ${network}`,
  signedWith: 'Signed in with',
  aWallet: 'a wallet',
  since: 'Signed in',
  end: 'Sign out',
  endOf: (device: string, near: string) => `Sign out ${device}, IP ${near}`,
  endHere: 'Sign out of this device',
  ended: 'Signed out',
  only: 'You’re signed in on this device only.',
  endOthers: 'Sign out of all other devices',
  endOthersTitle: 'Sign out of all other devices?',
  endOthersBody: (count: number) =>
    count === 1
      ? 'The other session ends immediately. You stay signed in on this device.'
      : `The other ${count} sessions end immediately. You stay signed in on this device.`,
  othersEnded: (count: number) => (count === 1 ? '1 session signed out' : `${count} sessions signed out`),

  devicesTitle: 'Trusted devices',
  devicesLead: 'You won’t get a new-device alert when you sign in from these.',
  noDevices: 'No trusted devices yet',
  lastSeen: 'Last seen',
  firstSeen: 'first seen',
  removeDevice: 'Remove',
  removeDeviceOf: (device: string) => `Remove ${device}`,
  deviceRemoved: 'Device removed',
}
