export const registration = {
  title: 'Who can sign up',
  options: { open: 'Anyone with a wallet', invite: 'By invitation', closed: 'No one' },
  notes: {
    open: 'Each new wallet gets an account with the member role.',
    invite: 'A new wallet needs an invitation.',
    closed: 'Only people who already have an account can sign in. Invitations already sent keep working.',
  },
}
