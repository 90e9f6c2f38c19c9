import { recoverMessageAddress } from 'viem'

/** By the key of the address, or by a contract, which only its chain can tell. */
export async function isSignedBy({ address, chain, chainId, message, signature }, { askContract }) {
  if (chain === '0') return (await recoverMessageAddress({ message, signature }).catch(() => undefined)) === address
  if (askContract === undefined)
    throw new Error('wallet_proof: this wallet is a contract, and askContract was not given')
  return chainId === chain && (await askContract({ address, chainId: Number(chainId), message, signature }))
}
