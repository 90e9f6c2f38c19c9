/** Who may sign up, asked at setup and in the settings. */
export const registration = {
  title: 'Who can sign up',
  missing: 'Choose who can sign up.',
  options: { open: 'Anyone with a wallet', invite: 'By invitation', closed: 'Nobody' },
  notes: {
    open: 'Every new wallet gets an account as a member.',
    invite: 'A new wallet needs an invitation.',
    closed: 'Only people who already have an account can sign in. Invitations that were already sent keep working.',
  },
}

export type RegistrationWords = typeof registration
