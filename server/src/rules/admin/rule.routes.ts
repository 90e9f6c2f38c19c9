import { RATE_PREVIEWS_PER_SESSION } from '@countersign/contract/limits/rule-limits.ts'
import * as contract from '@countersign/contract/routes/admin/rule.ts'
import type { Authorize, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { createLatestRunner } from './run-latest.ts'

/** What handles a request is imported with the first one: many installations have no rules. */
export const ruleRoutes = (context: Context, authorize: Authorize) => {
  const runLatest = createLatestRunner()
  const takeRate = (name: 'preview' | 'contract', { id }: Caller) =>
    context.rates.take(`${name}:${id}`, RATE_PREVIEWS_PER_SESSION)

  return [
    authorize(contract.getGroupRule, async ({ params }) => {
      const { readRule } = await import('./read-rule.ts')
      return readRule(context.store, params.id)
    }),

    authorize(contract.setGroupRule, async ({ actor, params, body }) => {
      const { saveRule } = await import('./save-rule.ts')
      return saveRule(context, actor, { groupId: params.id, rule: body.rule })
    }),

    authorize(contract.listRuleMembers, async ({ params, query }) => {
      const { listRuleMembersOf } = await import('./read-rule.ts')
      return listRuleMembersOf(context, params.id, query)
    }),

    authorize(contract.createWalletList, async ({ actor, params, body }) => {
      const { createWalletList } = await import('./wallet-lists/wallet-list.ts')
      return createWalletList(context, { groupId: params.id, csv: body.csv, by: actor })
    }),

    authorize(contract.getWalletList, async ({ params }) => {
      const { readWalletList } = await import('./wallet-lists/wallet-list.ts')
      return readWalletList(context, { groupId: params.id, id: params.listId })
    }),

    authorize(contract.previewRule, async ({ exchange, session, params, body }) => {
      takeRate('preview', session)
      const { previewRule } = await import('./preview-rule.ts')
      return runLatest(session.id, (latest) =>
        previewRule(context, {
          groupId: params.id,
          rule: body.rule,
          personId: session.person.id,
          signal: AbortSignal.any([latest, closeSignal(exchange)]),
        }),
      )
    }),

    authorize(contract.tryRule, async ({ exchange, session, params, body }) => {
      takeRate('preview', session)
      const { tryRule } = await import('./try-rule.ts')
      return tryRule(context, { groupId: params.id, ...body, signal: closeSignal(exchange) })
    }),

    authorize(contract.listRuleNetworks, async () => {
      const networks = (await context.networks.all()).filter(({ enabled }) => enabled)
      const names = new Map(networks.map(({ chainId, name }) => [chainId, name]))
      return { items: [...names].map(([chainId, name]) => ({ chainId, name })) }
    }),

    authorize(contract.describeContract, async ({ session, query }) => {
      takeRate('contract', session)
      const { describeContract } = await import('./contracts/describe-contract.ts')
      return describeContract(context.chains, { chainId: Number(query.chainId), address: query.address })
    }),

    authorize(contract.checkPerson, async ({ params }) => {
      const { checkPersonNow } = await import('./check-person.ts')
      return checkPersonNow(context, params.id)
    }),
  ]
}

/** Aborted when the page no longer waits. */
function closeSignal({ response }: Exchange): AbortSignal {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  return closed.signal
}
