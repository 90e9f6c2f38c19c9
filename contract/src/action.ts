import * as z from 'zod/mini'

/** What a step-up can confirm, in the words that stand in the signed message: ASCII, after "Confirm a change to your account:". */
export const actions = {
  'wallet.add': 'add a wallet',
  'wallet.primary': 'change the main wallet',
  'wallet.remove': 'remove a wallet',
  'recovery.create': 'make new recovery codes',
  'recovery.drop': 'throw the recovery codes away',
  'data.export': 'download the data of this account',
  'account.delete': 'delete this account',
  'people.write': 'change what other people may do',
  'people.recover': 'make a recovery link for somebody',
  'people.delete': 'delete somebody else',
  'sessions.end': 'end sessions of other people',
  'activity.export': 'download the activity of everybody',
  'networks.write': 'change the networks of this site',
  'settings.write': 'change the settings of this site',
  'apps.write': 'change the apps of this site',
  'apps.delete': 'delete an app of this site',
  'groups.write': 'change groups of people',
  'hosts.write': 'change the protected hosts',
  'keys.rotate': 'change the signing key',
} as const

export type Action = keyof typeof actions

export const actionSchema = z.enum(Object.keys(actions) as [Action, ...Action[]]) // the keys of a const object are its key type
