/** What the pages of apps, groups and protected hosts have in common. */
export const item = {
  about: 'About',
  access: 'Access',
  accessSaved: 'Access saved',
  dangerZone: 'Danger zone',
  inUse: 'Can’t be deleted while it is in use. Remove it from these first:',
}
