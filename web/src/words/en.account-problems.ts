import type { ErrorCode } from '@countersign/contract/errors.ts'
import type { ProblemWords } from './problem-words.ts'

/** Refusals a person meets once they are signed in, or that decide whether they come in at all. */
export const accountProblems = {
  request_open: {
    title: 'You already asked for access',
    body: 'Your request is open. An administrator will decide.',
    action: 'Go home',
  },
  request_declined: {
    title: 'Your request was declined',
    body: 'You can ask again a week after it was declined.',
    action: 'Try again',
  },
  request_not_needed: {
    title: 'You already have access',
    body: 'There is nothing to ask for. Go back and try again.',
    action: 'Go home',
  },
  request_closed: {
    title: 'This request was already decided',
    body: 'Another administrator decided it, or what it was for no longer exists. Reload the list.',
    action: 'Reload this page',
  },
  forbidden: {
    title: 'You don’t have access to this',
    body: 'Your role does not include it. An administrator can change that.',
    action: 'Go home',
  },
  step_up_required: {
    title: 'Confirm it with your wallet',
    body: 'This needs a fresh signature by one of your wallets. It costs nothing and moves nothing.',
    action: 'Confirm with a wallet',
  },
  registration_closed: {
    title: 'Only known people can sign in here',
    body: 'This wallet has no account here, and new accounts can’t be created. Use a wallet you have signed in with before, or contact the site’s administrator.',
    action: 'Use another wallet',
  },
  invite_required: {
    title: 'You need an invitation',
    body: 'This wallet has no account here, and new accounts need an invitation. Use your invitation link, or ask for access.',
    action: 'Use another wallet',
  },
  invite_other_wallet: {
    title: 'This invitation is for another wallet',
    body: 'It was made for one wallet only. Sign in with that one, or ask for another invitation.',
    action: 'Use another wallet',
  },
  wallet_not_yours: {
    title: 'This wallet is not one of yours',
    body: 'Confirm with a wallet that belongs to your account. Switch to it in your wallet app, then try again.',
    action: 'Try again',
  },
  wallet_too_new: {
    title: 'This wallet is too new for that',
    body: 'A wallet that was added a short while ago may not do this yet. That keeps a thief from taking your account.',
    action: 'Go back',
  },
  own_role: {
    title: 'You cannot do this to yourself',
    body: 'Another owner has to do it.',
    action: 'Go back',
  },
  role_too_high: {
    title: 'This needs a higher role',
    body: 'Only owners act on admins and owners.',
    action: 'Go back',
  },
  invite_invalid: {
    title: 'This invitation does not work',
    body: 'The link is incomplete, or it was taken back. Ask for a new one.',
    action: 'Sign in',
  },
  invite_used: {
    title: 'This invitation was used up',
    body: 'Everyone it was meant for came in. Ask for a new one.',
    action: 'Sign in',
  },
  invite_expired: {
    title: 'This invitation ran out',
    body: 'Ask for a new one.',
    action: 'Sign in',
  },
  person_deleting: {
    title: 'This account is being deleted',
    body: 'You asked for it. You can still keep the account and everything in it.',
    action: 'Keep my account',
  },
  wallet_in_use: {
    title: 'This wallet is already used',
    body: 'It belongs to an account here. Sign in with it, or remove it there first.',
    action: 'Use another wallet',
  },
  wallet_already_yours: {
    title: 'This wallet is yours already',
    body: 'It is in your list. To add another one, switch to it in your wallet app first.',
    action: 'Use another wallet',
  },
  wallet_limit: {
    title: 'You have the most wallets there can be',
    body: 'Remove one before you add another.',
    action: 'Go back',
  },
  last_wallet: {
    title: 'This is your only wallet',
    body: 'Without it you could not sign in. Add another wallet first.',
    action: 'Add a wallet',
  },
  not_removing: {
    title: 'This wallet is not being removed',
    body: 'It is in your list as before. There is nothing to undo.',
    action: 'Go back',
  },
  last_owner: {
    title: 'There must be another owner first',
    body: 'Without an owner nobody could run this site. Make somebody else an owner, then do this again.',
    action: 'Go back',
  },
  version_conflict: {
    title: 'It was changed meanwhile',
    body: 'Somebody, perhaps you in another tab, changed it since you opened it. Nothing was saved. Look again and redo it.',
    action: 'Show what is there now',
  },
  recovery_invalid: {
    title: 'That code does not work',
    body: 'Check it against your card. Each code works once, and new codes replace all of the old ones.',
    action: 'Try again',
  },
  phrase_wrong: {
    title: 'The phrase is different',
    body: 'Type it exactly as shown. It is there so that nothing is deleted by accident.',
    action: 'Try again',
  },
  setting_invalid: {
    title: 'A setting cannot be used',
    body: 'Look at the marked field. Nothing was saved.',
    action: 'Go back',
  },
  logo_invalid: {
    title: 'This picture cannot be used',
    body: 'Use a PNG, JPEG or WebP picture of at most 1 MB and 2,048 pixels.',
    action: 'Choose another',
  },
  network_exists: {
    title: 'This network is there already',
    body: 'There is one entry for each chain. Change the one that is there.',
    action: 'Go back',
  },
  network_wrong_chain: {
    title: 'The endpoint answers for another chain',
    body: 'Check the chain id and the address. Nothing was saved.',
    action: 'Go back',
  },
  rpc_unavailable: {
    title: 'We can’t reach {network} right now',
    body: 'Yours is a smart account, so we have to ask there, and nobody answers. It is not your fault, and nothing is lost. We keep trying.',
    action: 'Try again',
  },
  range_too_long: {
    title: 'That is too long a time',
    body: 'Choose a year or less.',
    action: 'Go back',
  },
  precondition_required: {
    title: 'The page is out of step',
    body: 'Reload it and do it again.',
    action: 'Reload this page',
  },
} satisfies Partial<Record<ErrorCode, ProblemWords>>
