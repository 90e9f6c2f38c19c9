import { ShortAddress } from '../ui/identity/address.tsx'
import { spokenAddress } from './wallet-words.ts'

export function SpokenAddress({ address }: { address: string }) {
  return <ShortAddress address={address} spoken={spokenAddress(address)} />
}
