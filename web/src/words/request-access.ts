/** UI copy for access requests and for contacting the site's administrator. */
export const requestAccess = {
  contact: 'Contact the site’s administrator',

  message: 'Message (optional)',
  addMessage: 'Add a message',
  messageHint: (max: number) => `Tell the administrator who you are and what you need. Up to ${max} characters.`,
  messageWrong: (max: number) => `Use one line of up to ${max} characters, without invisible characters.`,
  ask: 'Ask for access',
  asking: 'Sending your request',
  sent: 'Request sent',
  open: (day: string) => `You asked for access on ${day}. An administrator will review your request.`,
  answerAtHome: 'You’ll find the answer on your home page, and here when you come back.',
  answerAtSignIn: 'To see the answer, sign in again with this wallet.',
  declinedTitle: 'Request declined',
  declined: (day: string, again: string) =>
    `You asked for access on ${day}, and an administrator declined. You can ask again from ${again}.`,
  signAgain: 'That took too long. Sign in again with this wallet, then ask for access.',

  screen: 'Access',
  loading: 'Checking your access',
  deniedTitle: 'You don’t have access to',
  denied: 'You’re signed in, but only members of certain groups have access. Ask for access, or use another wallet.',
  admittedTitle: 'You have access to',
  admitted: 'You can open it now.',
  openIt: 'Open',
  continue: 'Continue',
  home: 'Go home',
}

export const about = {
  title: (instance: string) => `About ${instance}`,
  screen: 'About',
  what: (instance: string) =>
    `${instance} uses Countersign, open-source software that signs you in with a wallet instead of a password.`,
  contactTitle: 'Questions?',
  noContact: 'The administrator of this site has not published a contact.',
  home: 'Go home',
}
