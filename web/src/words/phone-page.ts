import type { PhonePurpose } from '@countersign/contract/routes/phone.ts'

const onComputer: Record<PhonePurpose, string> = {
  sign_in: 'Sign in on a computer',
  step_up: 'Confirm an action on a computer',
  link_wallet: 'Add a wallet on a computer',
  recover: 'Recover an account on a computer',
}

const wallet: Record<PhonePurpose, string> = {
  sign_in: 'Sign in with a wallet on this device. The message names the computer.',
  step_up: 'Confirm with a wallet of your account. The message names the action and the computer.',
  link_wallet: 'Choose the wallet you want to add. The message names the computer.',
  recover: 'Choose the wallet you want to add to your account. The message names the computer.',
}

/** UI copy of the page that a phone opens for a computer. `{host}` is the address of this site. */
export const phonePage = {
  screen: 'Use your phone',
  site: 'You’re on {host}',

  codeTitle: 'Enter the code from your computer',
  codeLead: 'The computer shows it next to the QR code.',
  code: 'Code',
  codeHint: 'Eight letters, such as KXQZ-RTMP.',
  codeWrong: 'Enter the eight letters that the computer shows.',
  continue: 'Continue',

  opening: 'Looking up the code',
  openingTitle: 'One moment',

  titles: onComputer,
  for: 'For',
  purposes: {
    sign_in: (site: string) => `Sign in to ${site}`,
    step_up: (_: string, action: string | null) => `Confirm: ${action}`,
    link_wallet: (site: string) => `Add this wallet to a ${site} account`,
    recover: (site: string) => `Recover a ${site} account`,
  },
  device: 'Computer',
  network: 'Network',
  ip: (network: string) => `IP ${network}`,
  sameNetwork: (network: string) => `IP ${network}, same as this phone`,
  asked: 'Requested',
  otherNetwork: 'The computer isn’t on the same network as this phone. If it isn’t in front of you, decline.',
  onlyYou: 'Only continue if you opened this on the computer in front of you.',
  decline: 'Decline',

  number: 'Number on the computer',
  numberHint: 'The two digits that the computer shows.',
  numberWrong: 'Enter two digits.',
  appsLead: 'Wallet apps have their own browser. Open this page there to continue.',
  appsCode: 'If the wallet app asks for a code, enter {code}.',
  here: 'Continue in this browser',

  walletTitle: 'Choose a wallet',
  walletLeads: wallet,

  digitsTitle: 'Type these digits on the computer',
  digitsLead: 'Only on a page whose address is {host}. Never read them to anyone.',
  digitsSpoken: (digits: string) => `Type these digits on the computer: ${digits}`,

  approvedTitle: 'Approved',
  approved: (device: string) => `${device} continues in a moment.`,
  waiting: 'Waiting for the computer',

  /** Whether it was accepted there, only the computer knows. */
  done: { title: 'Done', body: (device: string) => `Continue on ${device}. You can close this page.` },
  doneUnnamed: 'Continue on the computer. You can close this page.',
  declined: {
    title: 'Declined',
    body: 'Nothing was approved. If you didn’t open this yourself, someone may have sent you the code. You can close this page.',
  },
  canceled: { title: 'Canceled on the computer', body: 'Nothing was approved. You can close this page.' },
  otherCode: 'Enter another code',
}
