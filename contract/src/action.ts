export type TargetKind =
  | 'wallet'
  | 'account'
  | 'person'
  | 'role'
  | 'uses'
  | 'lifetime'
  | 'app'
  | 'network'
  | 'host'
  | 'group'

/** `separator` is written between the names of several targets. */
export type ActionText = { text: string; target: readonly TargetKind[]; separator?: string }

/** Step-up actions and their ASCII text in the signed message. All but `admin.mode` are critical: one signature, used once. */
export const actions = {
  'admin.mode': { text: 'administer this site for 10 minutes', target: [] },
  'wallet.add': { text: 'add a wallet', target: ['account'] },
  'wallet.primary': { text: 'change the main wallet', target: ['wallet'] },
  'wallet.remove': { text: 'remove a wallet', target: ['wallet'] },
  'wallet.keep': { text: 'cancel the removal of a wallet', target: ['wallet'] },
  'recovery.create': { text: 'create new recovery codes', target: [] },
  'recovery.drop': { text: 'delete the recovery codes', target: [] },
  'data.export': { text: 'export the data of this account', target: [] },
  'account.delete': { text: 'delete this account', target: [] },
  'people.role': { text: 'change a role', target: ['person', 'role'], separator: ' to ' },
  'people.recover': { text: 'create a recovery link for another person', target: ['person'] },
  'people.delete': { text: 'delete another person', target: ['person'] },
  'invites.create': { text: 'create an invitation', target: ['role', 'uses', 'lifetime'], separator: ', ' },
  'activity.export': { text: 'export the activity of all people', target: [] },
  'networks.write': { text: 'change a network of this site', target: ['network'] },
  'factories.write': { text: 'change the account factories of this site', target: [] },
  'apps.secrets': { text: 'change the secrets of an app', target: ['app'] },
  'apps.keys': { text: 'change the keys of an app', target: ['app'] },
  'apps.delete': { text: 'delete an app of this site', target: ['app'] },
  'hosts.tokens': { text: 'change the tokens of a protected host', target: ['host'] },
  'groups.rule': { text: 'change the rule of a group', target: ['group'] },
  'keys.rotate': { text: 'rotate the signing key', target: [] },
} as const satisfies Record<string, ActionText>

export type Action = keyof typeof actions
