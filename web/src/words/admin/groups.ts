export const groups = {
  title: 'Groups',
  lead: 'Control who has access to apps and protected hosts. Apps can receive group membership as a claim.',
  add: 'Create group',
  name: 'Name',
  slug: 'Slug',
  members: 'Members',
  /** Somebody can be both added by an admin and in the group by its rule. */
  memberCount: (added: number, byRule: number | null) => {
    if (byRule === null) return added.toLocaleString()
    return added === 0
      ? `${byRule.toLocaleString()} (by rule)`
      : `${added.toLocaleString()} added, ${byRule.toLocaleString()} by rule`
  },
  created: 'Created',
  empty: 'No groups yet',
  emptyBody: 'Use groups to restrict access to apps and protected hosts. Apps can also use them to assign permissions.',
  nameHint: 'Display name in the admin area.',
  nameMissing: 'Enter a name.',
  nameWrong: (max: number) => `Use 1 to ${max} visible characters, including a letter or digit.`,
  slugHint: 'Value of the groups claim. Lowercase letters, digits, dots, hyphens and underscores.',
  slugWrong:
    'Use 1 to 48 lowercase letters, digits, dots, hyphens or underscores. Start and end with a letter or digit.',
  slugTaken: 'Another group has this slug.',
  groupCreated: 'Group created',
  partsLabel: 'Group sections',
  parts: { overview: 'Overview', members: 'Members', rule: 'Rule', uses: 'Used by' },
  noUses: 'Not in use',
  noUsesBody: 'No app, protected host or rule uses this group.',
  useKind: 'Type',
  useKinds: { app: 'App', host: 'Protected host', rule: 'Group rule', settings: 'Settings' },
  signUp: 'Sign-up',
  edit: 'Edit group',
  slugChange:
    'Apps receive the new slug from the next sign-in. Anything configured in them for the old slug stops working.',
  saved: 'Group saved',
  remove: 'Delete group',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeBody: 'Its members keep their accounts. Apps no longer receive this group.',
  removed: 'Group deleted',
  addPeople: 'Add people',
  noMembers: 'No members yet',
  noMembersBody: 'Search for people above to add them.',
  membersCaption: 'Members of this group',
  findMembers: 'Search and filter members under People',
  role: 'Role',
  status: 'Status',
  removeMember: 'Remove',
  removeMemberOf: (name: string) => `Remove ${name}`,
  addMember: 'Add',
  addMemberOf: (name: string) => `Add ${name}`,
  alreadyMember: 'Already a member',
  memberAdded: (name: string) => `Added ${name} to the group`,
  memberRemoved: (name: string) => `Removed ${name} from the group`,

  choose: 'Groups',
  none: 'No groups yet.',

  people: {
    label: 'Find a person',
    hint: 'Name, or start or end of an address',
    noMatch: 'No matching people.',
    results: 'Search results',
    more: 'There are more results. Refine your search.',
    choose: 'Choose',
    chooseOf: (name: string) => `Choose ${name}`,
  },
}
