import { AppError } from '@countersign/contract/error/errors.ts'
import { GRACE_MINUTES } from '@countersign/contract/limits/rule-limits.ts'
import { previewRule, tryRule } from '@countersign/contract/routes/admin/rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callRoute } from '../../../../api/call.ts'
import { useDebouncedValue } from '../../../../components/use-debounced-value.ts'

/** Outcomes change with the chain, so an answer is shown again for a minute only. */
const STALE_MS = 60_000
const options = { staleTime: STALE_MS, refetchOnWindowFocus: false, retry: false } as const

/** Checks everyone after each valid edit. The previous answer is shown, marked as outdated, until the new one arrives. */
export function usePreview(groupId: string, rule: Rule | undefined) {
  const current = rule && keyOf(rule)
  const key = useDebouncedValue(current)
  const query = useQuery({
    ...options,
    queryKey: [previewRule.path, groupId, key],
    queryFn: ({ signal }) => callRoute(previewRule, { rule: ruleOf(key) }, { params: { id: groupId }, signal }),
    enabled: key !== undefined,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const outdated = current !== key || isPlaceholderData || isFetching
  return { preview: data, error: outdated ? null : error, outdated, refetch }
}

export type Candidate = { personId: string } | { accounts: string[] }

/** The outcome for one person or address, with reasons. Without a candidate it waits. */
export function useTrial(groupId: string, rule: Rule | undefined, candidate: Candidate | undefined) {
  const key = useDebouncedValue(rule && keyOf(rule))
  return useQuery({
    ...options,
    queryKey: [tryRule.path, groupId, key, candidate],
    queryFn: ({ signal }) =>
      callRoute(tryRule, { rule: ruleOf(key), ...candidate }, { params: { id: groupId }, signal }),
    enabled: key !== undefined && candidate !== undefined,
    // Never the outcome of another candidate.
    placeholderData: (previous, query) =>
      JSON.stringify(query?.queryKey[3]) === JSON.stringify(candidate) ? previous : undefined,
  })
}

/** Without what does not affect who meets the rule. */
function keyOf(rule: Rule): string {
  return JSON.stringify({ ...rule, graceMinutes: GRACE_MINUTES.standard, refusalText: null, showReasons: true })
}

function ruleOf(key: string | undefined): Rule {
  return JSON.parse(key ?? 'null') as Rule // from keyOf; disabled without one
}

export function retrySeconds(error: unknown): number | undefined {
  return error instanceof AppError && error.code === 'rate_limited' ? (error.retryAfter ?? 60) : undefined
}
