import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import type { ProblemWords } from '../problem-words.ts'

/** Errors after sign-in, and errors that decide whether someone can sign in. */
export const accountProblems = {
  request_open: {
    title: 'You already asked for access',
    body: 'An administrator will review your request.',
    action: 'Go home',
  },
  request_declined: {
    title: 'Your request was declined',
    body: 'You can ask again a week after it was declined.',
  },
  requirements_not_met: {
    title: 'This wallet doesn’t meet the requirements',
    body: 'This wallet doesn’t have an account, and new accounts need a wallet that meets certain requirements. Use another wallet, or ask for access.',
    action: 'Use another wallet',
  },
  access_unknown: {
    title: 'We couldn’t check your access',
    body: 'A network that has to be checked isn’t responding. Try again in a moment.',
  },
  vault_limit: {
    title: 'You’ve reached the vault limit',
    body: 'Remove a vault you no longer use first.',
    action: 'Go back',
  },
  vault_exists: {
    title: 'This vault is already in your list',
    body: 'You don’t need to add it again.',
    action: 'Go back',
  },
  delegation_missing: {
    title: 'This vault doesn’t delegate to your wallets',
    body: 'Delegate from the vault to one of your wallets on delegate.xyz, then try again.',
  },
  request_not_needed: {
    title: 'You already have access',
    body: 'You don’t need to ask for access. Go back and try again.',
    action: 'Go home',
  },
  request_closed: {
    title: 'This request was already reviewed',
    body: 'Another administrator reviewed it, or what it was for no longer exists. Reload the page.',
    action: 'Reload page',
  },
  forbidden: {
    title: 'You don’t have access to this',
    body: 'Your role doesn’t include this permission. Contact the site’s administrator.',
    action: 'Go home',
  },
  step_up_required: {
    title: 'Confirm with your wallet',
    body: 'This action requires a fresh signature from one of your wallets. It’s free and moves no funds.',
    action: 'Confirm with a wallet',
  },
  registration_closed: {
    title: 'Sign-up is closed',
    body: 'This wallet doesn’t have an account, and new accounts can’t be created. Use a wallet you’ve signed in with before, or contact the site’s administrator.',
    action: 'Use another wallet',
  },
  invite_required: {
    title: 'You need an invitation',
    body: 'This wallet doesn’t have an account, and new accounts need an invitation. Use your invitation link, or ask for access.',
    action: 'Use another wallet',
  },
  invite_other_wallet: {
    title: 'This invitation is for another wallet',
    body: 'It works with one wallet only. Sign in with that wallet, or ask for a new invitation.',
    action: 'Use another wallet',
  },
  wallet_not_yours: {
    title: 'This wallet isn’t linked to your account',
    body: 'In your wallet, switch to an account that is linked, then try again.',
  },
  wallet_too_new: {
    title: 'This wallet was added too recently',
    body: 'New wallets can’t do this yet. This protects your account from theft.',
    action: 'Go back',
  },
  own_role: {
    title: 'You can’t do this to your own account',
    body: 'Ask another owner to do it.',
    action: 'Go back',
  },
  role_too_high: {
    title: 'This needs a higher role',
    body: 'Only owners can manage admins and owners.',
    action: 'Go back',
  },
  invite_invalid: {
    title: 'This invitation doesn’t work',
    body: 'The link is incomplete, or the invitation was revoked. Ask for a new one.',
    action: 'Sign in',
  },
  invite_used: {
    title: 'This invitation was already used',
    body: 'It has reached its limit. Ask for a new one.',
    action: 'Sign in',
  },
  invite_expired: {
    title: 'This invitation has expired',
    body: 'Ask for a new one.',
    action: 'Sign in',
  },
  person_deleting: {
    title: 'This account is being deleted',
    body: 'You can still keep your account and all its data.',
    action: 'Keep my account',
  },
  deletion_not_yours: {
    title: 'This account is being deleted',
    body: 'An administrator started the deletion, so only an administrator can cancel it.',
    action: 'Use another wallet',
  },
  wallet_in_use: {
    title: 'This wallet is already in use',
    body: 'It’s linked to another account. Sign in with it, or remove it from that account first.',
    action: 'Use another wallet',
  },
  wallet_already_yours: {
    title: 'This wallet is already linked',
    body: 'To add a different wallet, switch to it in your wallet app first.',
    action: 'Use another wallet',
  },
  wallet_limit: {
    title: 'You’ve reached the wallet limit',
    body: 'Remove a wallet before you add another.',
    action: 'Go back',
  },
  last_wallet: {
    title: 'This is your only wallet for signing in',
    body: 'You need it to sign in. Add another wallet first.',
    action: 'Add wallet',
  },
  not_removing: {
    title: 'This wallet isn’t being removed',
    body: 'It’s still linked to your account. There’s nothing to undo.',
    action: 'Go back',
  },
  last_owner: {
    title: 'This site needs another owner first',
    body: 'A site must have at least one owner. Make someone else an owner, then try again.',
    action: 'Go back',
  },
  version_conflict: {
    title: 'This has changed since you opened it',
    body: 'It was changed in another tab or by someone else. Your changes weren’t saved. Load the latest version and try again.',
    action: 'Load latest version',
  },
  recovery_invalid: {
    title: 'That recovery code doesn’t work',
    body: 'Check the code and try again. Each code works once, and creating new codes replaces the old ones.',
  },
  phrase_wrong: {
    title: 'The phrase doesn’t match',
    body: 'Type the phrase exactly as shown.',
  },
  setting_invalid: {
    title: 'A setting is not allowed',
    body: 'Check the highlighted field. Nothing was saved.',
    action: 'Go back',
  },
  logo_invalid: {
    title: 'This image can’t be used',
    body: 'Use a PNG, JPEG or WebP image of up to 1 MB and 2,048 pixels.',
    action: 'Choose another image',
  },
  network_exists: {
    title: 'This network already exists',
    body: 'Each chain can be added once. Edit the existing network instead.',
    action: 'Go back',
  },
  network_wrong_chain: {
    title: 'The endpoint serves another chain',
    body: 'Check the chain ID and the RPC URL. Nothing was saved.',
    action: 'Go back',
  },
  rpc_unavailable: {
    title: 'We can’t reach {network} right now',
    body: 'Your smart account has to be checked on this network, and it isn’t responding. Try again in a moment.',
  },
  range_too_long: {
    title: 'The date range is too long',
    body: 'Choose a range of one year or less.',
    action: 'Go back',
  },
  precondition_required: {
    title: 'This page is out of date',
    body: 'Reload the page and try again.',
    action: 'Reload page',
  },
} satisfies Partial<Record<ErrorCode, ProblemWords>>
