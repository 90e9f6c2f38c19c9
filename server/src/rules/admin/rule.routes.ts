import { RATE_PREVIEWS_PER_SESSION } from '@countersign/contract/limits/rule-limits.ts'
import * as contract from '@countersign/contract/routes/admin/rule.ts'
import type { Authorize, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { checkPersonNow } from './check-person.ts'
import { describeContract } from './describe-contract.ts'
import { previewRule } from './preview-rule.ts'
import { listRuleMembersOf, readRule } from './read-rule.ts'
import { openRuleTools } from './rule-tools.ts'
import { createLatestRunner } from './run-latest.ts'
import { saveRule } from './save-rule.ts'
import { tryRule } from './try-rule.ts'
import { createWalletList, readWalletList } from './wallet-list.ts'

export const ruleRoutes = (context: Context, authorize: Authorize, tools = openRuleTools(context)) => {
  const runLatest = createLatestRunner()
  const takeRate = (name: 'preview' | 'contract', { id }: Caller) =>
    context.rates.take(`${name}:${id}`, RATE_PREVIEWS_PER_SESSION)

  return [
    authorize(contract.getGroupRule, ({ params }) => readRule(context.store, params.id)),

    authorize(contract.setGroupRule, ({ actor, lockSession, params, version, body }) =>
      saveRule(context, tools, { actor, lockSession }, { groupId: params.id, version, rule: body.rule }),
    ),

    authorize(contract.listRuleMembers, ({ params, query }) => listRuleMembersOf(context, params.id, query)),

    authorize(contract.createWalletList, ({ params, body }) =>
      createWalletList(context, tools.readChain, { groupId: params.id, csv: body.csv }),
    ),

    authorize(contract.getWalletList, ({ params }) =>
      readWalletList(context, { groupId: params.id, id: params.listId }),
    ),

    authorize(contract.previewRule, ({ exchange, session, params, body }) => {
      takeRate('preview', session)
      return runLatest(session.id, (latest) =>
        previewRule(context, tools, {
          groupId: params.id,
          rule: body.rule,
          personId: session.person.id,
          signal: AbortSignal.any([latest, closeSignal(exchange)]),
        }),
      )
    }),

    authorize(contract.tryRule, ({ exchange, session, params, body }) => {
      takeRate('preview', session)
      return tryRule(context, tools, { groupId: params.id, ...body, signal: closeSignal(exchange) })
    }),

    authorize(contract.listRuleNetworks, async () => {
      const networks = (await context.networks.all()).filter(({ enabled }) => enabled)
      const names = new Map(networks.map(({ chainId, name }) => [chainId, name]))
      return { items: [...names].map(([chainId, name]) => ({ chainId, name })) }
    }),

    authorize(contract.describeContract, ({ session, query }) => {
      takeRate('contract', session)
      return describeContract(context.chains, { chainId: Number(query.chainId), address: query.address })
    }),

    authorize(contract.checkPerson, ({ params }) => checkPersonNow(context, tools, params.id)),
  ]
}

/** Aborted when the page no longer waits. */
function closeSignal({ response }: Exchange): AbortSignal {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  return closed.signal
}
