import {
  REFUSAL_TEXT_MAX,
  RULE_CHAIN_CONDITIONS_MAX,
  RULE_CONDITIONS_MAX,
} from '@countersign/contract/limits/rule-limits.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString()} people`)

export const rules = {
  column: 'By rule',
  addedStay: 'Added by an admin. They stay in the group whether or not they meet its rule.',

  emptyTitle: 'No rule yet',
  emptyBody:
    'A rule adds everyone whose wallets meet its conditions: holders of a token, owners of a Safe, names on a list. People leave the group when they no longer meet it.',
  add: 'Add rule',
  edit: 'Edit rule',
  remove: 'Remove rule',
  readOnly: 'Read-only. Only admins can change rules.',
  members: (count: number) => `${people(count)} ${count === 1 ? 'is' : 'are'} in this group by this rule.`,
  conditions: 'Conditions',
  options: 'Options',
  modes: {
    all: 'All of these',
    any: 'Any of these',
    at_least: 'At least a number of these',
    none: 'None of these',
  },

  wallets: 'Wallets of a person',
  walletChoices: { together: 'Count together', each: 'Count one by one' },
  walletNotes: {
    together: 'Amounts of all wallets are added up.',
    each: 'One wallet has to meet the whole rule alone.',
  },
  linked: 'Linked for',
  linkedHint: (most: number) => `Hours a wallet has to be linked before it counts, up to ${most}. 0 counts it at once.`,
  linkedFact: (hours: number) =>
    hours === 0 ? 'Wallets count at once.' : `Wallets count after ${hours} ${hours === 1 ? 'hour' : 'hours'}.`,
  delegations: 'Count vaults',
  delegationsHint: 'Wallets that delegate to a person’s wallet with delegate.xyz count too.',
  delegationFacts: { on: 'Vaults that delegate with delegate.xyz count too.', off: 'Vaults don’t count.' },
  seats: 'One person per NFT',
  seatsHint: 'An NFT admits one person at a time. Needs a condition on an ERC-721 collection or NFT.',
  seatFacts: { on: 'Each NFT admits one person.', off: 'An NFT can admit several people, one after another.' },
  held: 'Held for',
  heldHint: (most: number) =>
    `Blocks for which balances have to be held, up to ${most}. Protects against tokens that are only borrowed. 0 turns it off.`,
  heldFact: (blocks: number) =>
    blocks === 0
      ? 'Only the current balance is checked.'
      : `Balances have to be held for ${blocks} ${blocks === 1 ? 'block' : 'blocks'}.`,
  grace: 'Grace period',
  graceHint: (most: number) =>
    `Minutes people stay in the group after their last check while the rule can’t be checked, up to ${most}. Nobody new gets in meanwhile.`,
  graceFact: (minutes: number) =>
    `People stay for ${minutes} minutes after their last check if the rule can’t be checked.`,
  refusal: 'Message for refused people',
  refusalHint: 'Optional. Shown above the conditions, for example where to get the token.',
  refusalTooLong: `Use at most ${REFUSAL_TEXT_MAX} characters.`,
  refusalNone: 'No message of your own.',
  reasons: 'Show conditions to refused people',
  reasonsHint: 'They see which conditions they don’t meet, and what was found in their wallets.',
  reasonFacts: {
    on: 'Refused people see the conditions they don’t meet.',
    off: 'Refused people don’t see the conditions.',
  },
  facts: {
    wallets: 'Wallets',
    delegations: 'Vaults',
    seats: 'NFTs',
    reasons: 'When refused',
    refusal: 'Message',
  },
  range: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,

  errors: {
    empty: 'Add at least one condition.',
    too_deep: 'Conditions can be nested three levels deep. Move this condition up.',
    too_many_conditions: `Use at most ${RULE_CONDITIONS_MAX} conditions. Each set of nested conditions counts as one more.`,
    too_many_chain_conditions: `Use at most ${RULE_CHAIN_CONDITIONS_MAX} conditions that read a network.`,
    too_high: 'The number is higher than the number of conditions.',
    no_token: 'Add a condition on an ERC-721 collection or NFT, or turn this off.',
    not_enumerable: 'The collection isn’t enumerable, so its NFTs can’t be counted one by one.',
    network: 'This network isn’t configured on this site.',
    no_code: 'There is no contract at this address on this network.',
    contract: 'The contract doesn’t fit this condition.',
    contract_failed: 'The contract doesn’t answer as this condition expects. Check the address and the kind.',
    used_by_rule: 'The rule of another group refers to this group, so it can’t have a rule itself.',
    invalid_name: 'One of the names isn’t a valid ENS name.',
    not_normalized: 'One of the names isn’t in its normalized form. Copy it from the ENS app.',
    group: 'Choose a group that exists and has no rule.',
    list: 'The list no longer exists. Upload it again.',
    other: 'Check this condition.',
  },

  removal: {
    title: 'Remove the rule?',
    body: (count: number) =>
      count === 0
        ? 'Nobody is in the group by this rule. People added by an admin stay in it.'
        : `${people(count)} in the group by this rule will lose access. People added by an admin stay in it.`,
    confirm: 'Sign and remove',
    removed: 'Rule removed',
  },

  byRule: {
    title: 'By rule',
    caption: 'People who are in this group by its rule',
    none: 'Nobody meets the rule',
    noneBody:
      'People appear here once they were checked, at the latest when they use something that requires this group.',
    checked: 'Checked',
  },

  registration: {
    missing: 'Choose at least one group.',
    none: 'No group has a rule yet. Add a rule to a group first.',
    add: 'Open groups',
  },
}

export const editor = {
  title: 'Edit rule',
  newTitle: 'Add rule',
  lead: 'People who meet the conditions are in the group. Nothing changes until you save.',
  addNested: 'Add nested conditions',
  mode: 'Match',
  count: 'How many',
  nestedLabel: (number: string) => `Nested conditions ${number}`,
  empty: 'No conditions yet.',
  edit: 'Edit',
  editOf: (sentence: string) => `Edit: ${sentence}`,
  remove: 'Remove',
  removeOf: (sentence: string) => `Remove: ${sentence}`,
  removeNested: 'Remove nested conditions',
  removed: 'Condition removed',
  nestedRemoved: 'Nested conditions removed',
  added: 'Condition added',
  nestedAdded: 'Nested conditions added',
  cancel: 'Cancel',
  discardTitle: 'Discard your changes?',
  discardBody: 'The rule stays as it was.',
  discard: 'Discard changes',
  stay: 'Keep editing',
}

export const preview = {
  title: 'Preview',
  incomplete: 'Add a condition to see who matches.',
  notReady: 'Complete the rule to update the preview.',
  loading: 'Checking everyone…',
  outdated: 'Updating…',
  matches: (yes: number, all: number) =>
    `${yes.toLocaleString()} of ${people(all)} ${yes === 1 ? 'matches' : 'match'}.`,
  changes: (gains: number, loses: number) =>
    gains === 0 && loses === 0
      ? 'Nobody would gain or lose access.'
      : `${gains.toLocaleString()} would gain access, ${loses.toLocaleString()} would lose it.`,
  self: {
    gains: 'You are one of those who would gain it.',
    loses: 'You are one of those who would lose it.',
    stays_in: 'You stay in the group.',
    stays_out: '',
    unknown: 'Whether you match couldn’t be checked.',
  },
  unknown: (count: number) => `${people(count)} couldn’t be checked.`,
  unknownBody:
    'A network or contract didn’t answer. They aren’t let in until it does. People in the group stay for the grace period.',
  partial: (checked: number, all: number) => `Only ${checked.toLocaleString()} of ${people(all)} were checked.`,
  named: { gains: 'Would gain access', loses: 'Would lose access', unknown: 'Couldn’t be checked', yes: 'Match' },
  more: (count: number) => `And ${count.toLocaleString()} more.`,
  retryIn: (seconds: number) => `Too many previews. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  retry: 'Update preview',
}

export const trial = {
  title: 'Try an address',
  label: 'Address or ENS name',
  go: 'Try',
  wrong: 'Enter an address, a CAIP-10 account or an ENS name.',
  unresolved: 'This ENS name has no address.',
  outcomes: { yes: 'Meets the rule', no: 'Doesn’t meet the rule', unknown: 'Couldn’t be checked' },
  checking: 'Checking…',
}

export const save = {
  title: 'Save this rule?',
  before: 'Before',
  after: 'After',
  none: 'No rule. Only people added by an admin are in the group.',
  same: 'The conditions stay the same.',
  confirm: 'Sign and save',
  saved: 'Rule saved',
  lockOut: 'You would lose access to everything that requires this group.',
  nobody: 'Nobody meets this rule. Check the conditions before you save.',
  unchecked: 'The preview isn’t available, so who gains or loses access is unknown.',
  checking: 'Checking who is affected…',
  current: (members: number) => `a rule with ${members.toLocaleString()} members`,
  currentNone: 'no rule',
}

export const check = {
  title: 'Rules',
  body: 'Check which groups this person is in by rule, without waiting for the next check.',
  run: 'Check rules now',
  caption: 'Outcome per group',
  group: 'Group',
  outcome: 'Outcome',
  done: 'Rules checked',
}
