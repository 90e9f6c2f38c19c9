/** Which room owns which table of the database. Other rooms ask its functions: they have no SQL on it. */

export const TABLE_OWNERS: Record<string, readonly string[]> = {
  platform: ['asset', 'migration', 'setting'],
  audit: ['activity', 'hourly_stat'],
  networks: ['network'],
  proof: ['phone_request', 'spent_challenge'],
  accounts: [
    'access_request',
    'group_member',
    'invite',
    'notice',
    'notice_read',
    'people_group',
    'person',
    'person_term',
    'recovery_code',
    'recovery_link',
    'rule_verdict',
    'wallet',
  ],
  rules: ['rule_seat', 'rule_watch', 'vault', 'wallet_list', 'wallet_list_row'],
  session: ['contract_proof', 'device', 'retired_token', 'session', 'step_up'],
  apps: ['app', 'app_grant', 'app_key_use', 'app_secret', 'app_test_key'],
  oidc: ['oidc_item', 'session_app', 'signing_key'],
  'forward-auth': ['host_ticket', 'host_token', 'protected_host'],
}

/** Purge, export and backup read and remove what a person or an installation has, wherever it is. */
export const ALL_TABLES = [
  'accounts/person/export-person.store.ts',
  'accounts/person/purge-person.store.ts',
  'operations/backup/inspect.ts',
]

/**
 * Stores whose functions other rooms call, and which rooms: what happens to the owner's table there is decided there.
 * Other stores are imported by their own room only.
 */
export const SHARED_STORES: Record<string, readonly string[]> = {
  'accounts/access-request/access-request.store.ts': ['apps', 'forward-auth', 'admin'],
  'accounts/group/group-members.store.ts': ['rules', 'admin'],
  'accounts/group/group-rule.store.ts': ['rules'],
  'accounts/group/verdict.store.ts': ['rules', 'session', 'admin'],
  'accounts/person/list-people.store.ts': ['rules', 'admin'],
  'accounts/person/person-state.store.ts': ['session', 'admin', 'operations'],
  'accounts/recovery/owner-credentials.store.ts': ['admin'],
  'accounts/wallet/unproven-wallet.store.ts': ['session'],
  'proof/phone/phone-request.store.ts': ['session'],
}

/** Changes in the transaction that takes a wallet or a grant away, of rooms that come later. */
export const FOREIGN_WRITES: Record<string, readonly string[]> = {
  'accounts/wallet/remove-wallet.store.ts': ['session', 'step_up'],
  'apps/grants/token.store.ts': ['oidc_item', 'session_app'],
}

/** Joins with tables of other rooms, in one query because a cached row or a page of a list needs it. Only gets shorter. */
export const FOREIGN_READS: Record<string, readonly string[]> = {
  'accounts/group/group.store.ts': ['app', 'protected_host'],
  'accounts/wallet/wallet.store.ts': ['activity', 'session'],
  'apps/grants/token.store.ts': ['oidc_item', 'session', 'session_app'],
  'audit/event.store.ts': ['person', 'wallet'],
  'forward-auth/hosts/host.store.ts': ['setting'],
  'oidc/adapters/session-app.store.ts': ['app', 'session'],
  'oidc/tokens/claims.store.ts': ['person', 'session', 'wallet'],
  'rules/admin/rule-member.store.ts': ['people_group', 'person', 'rule_verdict', 'session'],
  'rules/seat.store.ts': ['people_group', 'rule_verdict'],
  'rules/subject.store.ts': ['group_member', 'people_group', 'person', 'wallet'],
  'rules/watch/recheck.store.ts': ['oidc_item', 'people_group', 'rule_verdict', 'session', 'session_app'],
  'rules/watch/rule-health.store.ts': ['activity', 'people_group', 'rule_verdict'],
  'rules/watch/watch.store.ts': ['people_group', 'rule_verdict', 'wallet'],
  'session/start/contract-proof.store.ts': ['oidc_item'],
  'session/events/session-snapshot.store.ts': ['person', 'wallet'],
  'session/list/list-sessions.store.ts': ['person', 'wallet'],
  'session/session.store.ts': ['oidc_item', 'person', 'wallet'],
  'session/step-up/step-up-target.store.ts': ['app', 'network', 'people_group', 'person', 'protected_host', 'wallet'],
}
