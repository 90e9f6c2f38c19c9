/** One request for every error of rules that decide who may sign up. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { changeRows } from '../database/rows.ts'
import { addRuleGroup, scriptRules } from '../rule-groups.ts'
import { type Browser, type HttpResponse, newAccount, signIn } from '../server/http-browser.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

export const RULE_ERRORS = {
  requirements_not_met: signUpByRule('no'),
  access_unknown: signUpByRule('unknown'),
} satisfies Partial<Record<ErrorCode, Produce>>

function signUpByRule(outcome: RuleOutcome): Produce {
  return async (server, browser) => {
    scriptRules(server, () => outcome)
    const { id } = await addRuleGroup(server)
    const settings = JSON.stringify({ registration: 'groups', registrationGroupIds: [id], version: 1 })
    const save = `INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`
    await changeRows(server, save, settings)
    const response = await signIn(browser, newAccount())
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
    return response
  }
}
