/** The words of the list of access requests. */
export const requests = {
  title: 'Access requests',
  lead: 'People who were refused for lack of an invitation or a group, and asked for access.',
  caption: 'Open access requests',
  empty: 'No open requests',
  emptyBody: 'People can ask when they are not invited, or not in a group that an app or a host admits.',
  who: 'Requested by',
  noAccount: 'No account yet',
  for: 'For',
  site: 'Sign-up',
  kinds: { site: 'This site', app: 'App', host: 'Protected host' },
  gone: 'Deleted',
  message: 'Message',
  when: 'Requested',
  act: 'Actions',
  accept: 'Accept',
  acceptOf: (who: string) => `Accept the request of ${who}`,
  decline: 'Decline',
  declineOf: (who: string) => `Decline the request of ${who}`,
  acceptTitle: 'Accept this request?',
  signUpBody: (days: number) =>
    `This wallet, and no other, can then sign up as a member. It has ${days} days to sign in.`,
  groupBody: 'The person joins this group, with everything its members can use.',
  group: 'Group',
  noGroups: 'It admits everyone by now. Accepting closes the request.',
  accepted: 'Request accepted',
  declineTitle: 'Decline this request?',
  declineBody: (days: number) => `They see that it was declined, and can ask again after ${days} days.`,
  declined: 'Request declined',
  waiting: (count: number) => (count === 1 ? '1 open request' : `${count} open requests`),
}

export type RequestWords = typeof requests
