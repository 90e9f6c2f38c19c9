export const registration = {
  title: 'Who can sign up',
  options: {
    open: 'Anyone with a wallet',
    groups: 'People who meet a rule',
    invite: 'By invitation',
    closed: 'No one',
  },
  notes: {
    open: 'Each new wallet gets an account with the member role.',
    groups: 'A new wallet needs to meet the rule of one of the groups you choose, or an invitation.',
    invite: 'A new wallet needs an invitation.',
    closed: 'Only people who already have an account can sign in. Invitations already sent keep working.',
  },
}
