/** UI copy for what a rule requires of a person. */
export const requirements = {
  title: 'What you need',
  oneIsEnough: 'One of these is enough.',
  oneWallet: 'One wallet has to meet all of this alone.',
  orAdded: 'An administrator can also add you.',
  actions: 'What you can do',
  addWallet: 'Add a wallet',
  vault: 'Act for a vault',
  check: 'Check again',
  checking: 'Checking your wallets',
  admitted: 'You have access now.',
  denied: 'Checked just now. Your wallets don’t meet the requirements.',
  unknown: 'Some requirements couldn’t be checked. Try again in a moment.',
  deniedLead: 'You’re signed in, but your wallets don’t meet the requirements.',
  unknownTitle: 'We couldn’t check your access to',
  unknownLead:
    'Some requirements couldn’t be checked, so we can’t tell whether you have access. Try again in a moment.',
}
