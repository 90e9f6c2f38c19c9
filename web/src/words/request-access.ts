/** UI copy for access requests and for contacting the site's administrator. */
export const requestAccess = {
  contact: 'Contact the site’s administrator',

  title: 'Ask for access',
  lead: 'An administrator will review your request.',
  message: 'Message (optional)',
  messageHint: (max: number) => `Tell them who you are and what you need. Up to ${max} characters.`,
  messageWrong: (max: number) => `Use one line of up to ${max} characters, without invisible characters.`,
  ask: 'Ask for access',
  asking: 'Sending your request',
  asked: 'Request sent.',
  open: (day: string) => `You asked for access on ${day}. An administrator will review your request.`,
  declined: (day: string, again: string) =>
    `You asked for access on ${day}, and an administrator declined. You can ask again from ${again}.`,
  signAgain: 'That took too long. Sign in again with this wallet, then ask for access.',

  screen: 'Access',
  loading: 'Checking your access',
  deniedTitle: 'You don’t have access to',
  denied: 'You’re signed in, but only members of certain groups have access.',
  admittedTitle: 'You have access to',
  admitted: 'You can open it now.',
  openIt: 'Open',
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
