import { WATCH_INTERVAL_MS, WATCH_TAKEOVER_MS } from '@countersign/contract/limits/rule-limits.ts'
import { hasRules } from '../../accounts/group/group-rule.store.ts'
import type { Context } from '../../context.ts'
import { createOutageLog } from './outage-log.ts'
import type { RuleJobs } from './rule-jobs.ts'

/** Costs nothing until a group has a rule. Returns a function that stops it; what it is doing ends in the background. */
export function startRuleJobs(context: Context, everyMs = WATCH_INTERVAL_MS): () => void {
  const { tick, takeOver, stop } = createRuleJobs(context)
  const run = (work: () => Promise<void>) => context.background.run('check rules in the background', work)
  const timers = [setInterval(run, everyMs, tick).unref(), setInterval(run, WATCH_TAKEOVER_MS, takeOver).unref()]
  run(tick)
  return () => {
    for (const timer of timers) clearInterval(timer)
    context.background.run('stop checking rules', stop)
  }
}

/** Loaded with the first rule. */
export function createRuleJobs(context: Context): RuleJobs {
  const outages = createOutageLog(context.log)
  let jobs: Promise<RuleJobs> | undefined
  return {
    async tick() {
      try {
        if (!(await hasRules(context.store))) return
        jobs ??= import('./rule-jobs.ts').then(({ openRuleJobs }) => openRuleJobs(context))
        outages.succeeded('find out whether there are rules')
      } catch (error) {
        outages.failed('find out whether there are rules', { reason: String(error) })
      }
      await (await jobs)?.tick()
    },
    takeOver: async () => (await jobs)?.takeOver(),
    stop: async () => (await jobs)?.stop(),
  }
}
