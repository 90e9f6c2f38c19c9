/** The work of the server that checks rules in the background: reading events, and checking people again. */

import { WATCH_LEASE_MS } from '@countersign/contract/limits/rule-limits.ts'
import { findGroupRules, type GroupRuleRecord } from '../../accounts/group/group-rule.store.ts'
import type { Context } from '../../context.ts'
import type { NodeEndpoint } from '../../networks/rpc/nodes.ts'
import { maskUrl } from '../../platform/endpoint-url.ts'
import { holdLease, releaseLease } from '../../platform/store/lease.ts'
import { checkVerdicts } from '../verdicts/check-verdicts.ts'
import { applyHints, markAllDue } from './apply-hints.ts'
import { type ChainWatch, createChainWatch } from './chain-watch.ts'
import { createOutageLog } from './outage-log.ts'
import { createRecheck } from './recheck.ts'
import { findWatchRecords, removeWatchRecord, saveLogsRead, saveNextBlock, saveProblem } from './watch.store.ts'
import { type ChainPlan, findHints, planWatch } from './watch-plan.ts'

export type RuleJobs = {
  /** Does what is due; work of an earlier tick that is not done is left alone. */
  tick(): Promise<void>
  /** The same at once, if the server that did it before is gone. */
  takeOver(): Promise<void>
  stop(): Promise<void>
}

const LEASE = 'rule_watch_lease'

export function openRuleJobs(context: Context): RuleJobs {
  const { store, now, log } = context
  const holder = context.random(16).toString('hex')
  const stopping = new AbortController()
  const outages = createOutageLog(log)
  const check = async (groupId: string, personIds: readonly string[]) =>
    (await checkVerdicts(context, { groupIds: [groupId], personIds })).map(({ outcome }) => outcome)
  const recheck = createRecheck({ store, now, check })
  const watcher = createWatcher(context, { outages, check, signal: stopping.signal })
  const running = new Set<string>()
  let isHolder = false

  async function runOnce(job: string, work: () => Promise<void>): Promise<void> {
    if (running.has(job) || stopping.signal.aborted) return
    running.add(job)
    try {
      await work()
      outages.succeeded(job)
    } catch (error) {
      outages.failed(job, { reason: String(error) })
    } finally {
      running.delete(job)
    }
  }

  /** Nothing to do without a plan: another server does it. */
  async function findPlans(): Promise<ChainPlan[] | undefined> {
    isHolder = await holdLease(store, { key: LEASE, holder, now: now(), forMs: WATCH_LEASE_MS })
    if (isHolder) return watcher.plan(await findGroupRules(store))
    watcher.forget()
    return undefined
  }

  async function tick(): Promise<void> {
    let plans: ChainPlan[] | undefined
    await runOnce('prepare the check of rules', async () => {
      plans = await findPlans()
    })
    if (!plans) return
    await Promise.all(plans.map((plan) => runOnce(`watch chain ${plan.chainId}`, () => watcher.watch(plan))))
    // After the events, which make people due and check them.
    await runOnce('check rules again', () => recheck(stopping.signal))
  }

  return {
    tick,
    async takeOver() {
      if (!isHolder) await tick()
    },
    async stop() {
      stopping.abort()
      await releaseLease(store, { key: LEASE, holder })
    },
  }
}

type WatcherOptions = {
  outages: ReturnType<typeof createOutageLog>
  check(groupId: string, personIds: readonly string[]): Promise<unknown>
  signal: AbortSignal
}

function createWatcher(context: Context, { outages, check, signal }: WatcherOptions) {
  const { store, now, networks } = context
  const watches = new Map<number, ChainWatch>()
  let planned = { versions: '', plans: [] as ChainPlan[] }

  async function open(chainId: number): Promise<ChainWatch> {
    const record = (await findWatchRecords(store)).find((each) => each.chainId === chainId)
    const watch = watches.get(chainId) ?? createChainWatch({ now, call: networks.nodes.callOnce, record })
    watches.set(chainId, watch)
    return watch
  }

  return {
    forget: () => watches.clear(),
    /** Those that emit events. Positions of chains without a rule are removed. */
    async plan(rules: readonly GroupRuleRecord[]): Promise<ChainPlan[]> {
      const versions = rules.map(({ groupId, ruleVersion }) => `${groupId} ${ruleVersion}`).join()
      if (versions === planned.versions) return planned.plans
      const plans = planWatch(rules).filter(({ contracts }) => contracts.size > 0)
      const chainIds = new Set(plans.map(({ chainId }) => chainId))
      for (const { chainId } of await findWatchRecords(store)) {
        if (chainIds.has(chainId)) continue
        await removeWatchRecord(store, chainId)
        watches.delete(chainId)
      }
      planned = { versions, plans }
      return plans
    },
    async watch(plan: ChainPlan): Promise<void> {
      const { chainId } = plan
      const endpoints = await findEndpoints(context, chainId)
      const step = await (watches.get(chainId) ?? (await open(chainId))).step(plan, endpoints, signal)
      const job = `read events of chain ${chainId}`
      try {
        if (step.kind === 'head') {
          if (step.skipped) await markAllDue({ store, now, check }, plan)
          await saveNextBlock(store, chainId, step.nextBlock)
        }
        if (step.kind === 'logs') {
          await applyHints({ store, now, check }, plan, findHints(plan, step.logs))
          await saveLogsRead(store, { chainId, nextBlock: step.nextBlock, now: now() })
          outages.succeeded(job)
        }
        if (step.kind === 'failed') {
          outages.failed(job, { endpoint: maskUrl(step.endpoint.url), problem: step.problem })
          await saveProblem(store, chainId, step.problem)
        }
      } catch (error) {
        // Starts again where the stored position is, so that no event is lost.
        watches.delete(chainId)
        throw error
      }
    },
  }
}

async function findEndpoints({ networks }: Context, chainId: number): Promise<NodeEndpoint[]> {
  const network = (await networks.all()).find((each) => each.chainId === chainId)
  return network?.enabled ? network.endpoints : []
}
