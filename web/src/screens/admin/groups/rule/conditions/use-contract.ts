import { type ContractDescription, describeContract } from '@countersign/contract/routes/admin/rule.ts'
import type { LeafCondition, TokenLabel } from '@countersign/contract/rule/rule.ts'
import { useQuery } from '@tanstack/react-query'
import { callRoute } from '../../../../../api/call.ts'
import { useDebouncedValue } from '../../../../../components/use-debounced-value.ts'
import { parseAddress } from '../../../../../wallet/evm/checksum.ts'
import { hasContract } from './condition-kinds.ts'
import { type ConditionValues, noLabel } from './condition-values.ts'

export type ContractPlace = Pick<ConditionValues, 'kind' | 'chainId' | 'contract'>

export type ContractState = {
  description: ContractDescription | undefined
  label: TokenLabel
  reading: boolean
  error: unknown
}

/** Reads what is at the address of a condition, once network and address are complete. */
export function useContract(at: ContractPlace, saved: LeafCondition | undefined): ContractState {
  const { kind, chainId } = at
  const parsed = parseAddress(at.contract)
  const address = 'address' in parsed ? parsed.address : undefined
  const isComplete = hasContract(kind) && address !== undefined && /^[1-9]\d{0,15}$/.test(chainId)
  const place = isComplete ? `${chainId}:${address}` : undefined
  const key = useDebouncedValue(place)
  const query = useQuery({
    queryKey: [describeContract.path, key],
    queryFn: ({ signal }) => {
      const [chain = '', contract = ''] = (key ?? '').split(':')
      return callRoute(describeContract, undefined, { query: { chainId: chain, address: contract }, signal })
    },
    enabled: key !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const isCurrent = place !== undefined && place === key
  const description = isCurrent ? query.data : undefined
  return {
    description,
    label: description?.hasCode ? description.token : savedLabel(saved, place),
    reading: place !== undefined && (!isCurrent || query.isFetching),
    error: isCurrent ? query.error : null,
  }
}

/** What the contract said when the condition was added, while it cannot be read. */
function savedLabel(saved: LeafCondition | undefined, place: string | undefined): TokenLabel {
  const isSame = saved && 'token' in saved && `${saved.chainId}:${saved.contract}` === place
  return isSame ? saved.token : noLabel
}
