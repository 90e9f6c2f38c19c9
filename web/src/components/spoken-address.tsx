import { ShortAddress } from '../ui/address.tsx'
import { spelledEnd } from '../ui/address-text.ts'
import { steps } from '../words/steps.ts'

export function SpokenAddress({ address }: { address: string }) {
  return <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} />
}
