/** UI copy for actions on several people, and for the groups of one. */
export const bulk = {
  select: (name: string) => `Select ${name}`,
  bar: 'Selected people',
  selected: (count: number) => (count === 1 ? '1 person selected' : `${count} people selected`),
  clear: 'Clear selection',
  addToGroup: 'Add to group',
  addTitle: (count: number) => (count === 1 ? 'Add 1 person to a group' : `Add ${count} people to a group`),
  group: 'Group',
  noGroups: 'No groups yet. Create one under Groups first.',
  suspendTitle: (count: number) => (count === 1 ? 'Suspend 1 person?' : `Suspend ${count} people?`),
  done: (count: number) => (count === 1 ? 'Done for 1 person' : `Done for ${count} people`),
  failedTitle: (count: number) => (count === 1 ? 'Failed for 1 person' : `Failed for ${count} people`),
  close: 'Close',
}

export const personGroups = {
  title: 'Groups',
  none: 'Not in any group',
  add: 'Add to group',
  choose: 'Choose a group',
  addNow: 'Add',
  remove: 'Remove',
  removeOf: (group: string) => `Remove from ${group}`,
  added: (group: string) => `Added to ${group}`,
  removed: (group: string) => `Removed from ${group}`,
}
