import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'

/** Stored addresses are of a known family; all others are taken for Ethereum, the first one. */
export function familyOf(address: string): Namespace {
  return namespaceOfAddress(address) ?? 'eip155'
}
