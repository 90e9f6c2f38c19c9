import type { Finding, HealthCheck } from '@countersign/contract/routes/admin/health.ts'
import type { Context } from '../../context.ts'
import { version } from '../../platform/installation.ts'
import { migrations } from '../../platform/store/migrations.ts'
import { checkAccess, checkKeys, checkSecrets } from './apps.ts'
import { checkPageErrors } from './client-error-counts.ts'
import { type BrowserReport, checkClock, checkProxy, checkPublicUrl } from './deployment.ts'
import { bad, good, type Judgment } from './finding.ts'
import { checkBackup, checkDatabase, checkDisk, checkSignatures } from './machine.ts'
import { checkNetworks } from './networks.ts'
import { checkActivity, checkOwners } from './records.ts'
import { checkRuleChecks, checkRuleEvents, checkRules } from './rules.ts'

type Check = () => Judgment | Promise<Judgment>

/** Each finding that is not good says how to fix it. */
export async function checkHealth(
  context: Context,
  report: BrowserReport,
  write: () => Promise<void>,
): Promise<Finding[]> {
  const checks: Record<HealthCheck, Check> = {
    database: () => checkDatabase(context, write),
    disk: () => checkDisk(context),
    clock: () => checkClock(context, report),
    public_url: () => checkPublicUrl(context, report),
    proxy: () => checkProxy(context, report),
    signatures: () => checkSignatures(),
    backup: () => checkBackup(context),
    activity: () => checkActivity(context),
    owners: () => checkOwners(context),
    access: () => checkAccess(context),
    networks: () => checkNetworks(context),
    rules: () => checkRules(context),
    rule_checks: () => checkRuleChecks(context),
    rule_events: () => checkRuleEvents(context),
    keys: () => checkKeys(context),
    secrets: () => checkSecrets(context),
    page_errors: () => checkPageErrors(context),
    version: checkVersion,
  }
  const findings: Finding[] = []
  for (const [name, check] of Object.entries(checks) as [HealthCheck, Check][]) // its own keys
    findings.push(await runCheck(context, name, check))
  return findings
}

/** A failed check is a finding as well. */
async function runCheck(context: Context, check: HealthCheck, run: Check): Promise<Finding> {
  try {
    return { check, ...(await run()) }
  } catch (error) {
    context.log.error('health check failed', { check, reason: String(error) })
    return { check, ...bad('The check failed.', 'Search the server log for “health check failed”.') }
  }
}

function checkVersion(): Judgment {
  return good(`Countersign ${version}, database ${migrations.at(-1)?.id}, Node ${process.version}.`)
}
