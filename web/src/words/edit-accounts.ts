/** MetaMask's prompt lists the accounts that it shares only; the others are behind this button. */
export function editAccounts(wallet: string): string {
  return wallet === 'MetaMask' ? ' To see all of them, choose “Edit accounts” there.' : ''
}
