import type { Rule } from '@countersign/contract/rule/rule.ts'
import { ruleSchema } from '@countersign/contract/schemas/rule/rule.ts'
import {
  cacheable,
  type Database,
  keepingStatement,
  type Queries,
  type Row,
  statement,
} from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
import { integer, mapRecord, type RecordOf, text, textOrNull } from '../../platform/store/row.ts'

const groups = mapRecord({ groupId: ['id', text], name: text, slug: text, ruleVersion: integer })
/** A group with its rule. `ruleVersion` grows with every change, and verdicts of earlier versions do not count. */
export type GroupRuleRecord = RecordOf<typeof groups> & { rule: Rule }

const COLUMNS = `${groups.columns}, rule`
const findAll = statement(`SELECT ${COLUMNS} FROM people_group WHERE rule IS NOT NULL ORDER BY id`)
const countAll = cacheable('SELECT count(*) AS n FROM people_group WHERE rule IS NOT NULL')

export const findGroupRule = selectOne(toGroupRule)<[groupId: string]>(
  `SELECT ${COLUMNS} FROM people_group WHERE id = ?`,
)

/** The group is not deleted until the transaction ends, since a verdict refers to it. */
export const findGroupRuleForVerdicts = selectOne(toGroupRule)(
  keepingStatement<[groupId: string]>(`SELECT ${COLUMNS} FROM people_group WHERE id = ?`),
)

export async function findGroupRules(queries: Queries): Promise<GroupRuleRecord[]> {
  return (await queries.all(findAll)).flatMap((row) => toGroupRule(row) ?? [])
}

/** Cached. */
export async function hasRules(store: Database): Promise<boolean> {
  const found = await store.lookUp({
    statement: countAll,
    name: '',
    key: () => [],
    read: (row) => ({ count: integer(row, 'n') }),
  })
  return found !== undefined && found.count > 0
}

/** The group must be locked. */
export const updateRule = change<{ groupId: string; rule: Rule | null; version: number; now: number }>(`
  UPDATE people_group SET rule = :rule, rule_version = rule_version + 1, version = :version, updated_at = :now
  WHERE id = :groupId`)

function toGroupRule(row: Row): GroupRuleRecord | undefined {
  const rule = parseRule(textOrNull(row, 'rule'))
  return rule && { ...groups.read(row), rule }
}

/** Rows are input: a rule that does not parse decides nothing, and does not stop the others. */
function parseRule(json: string | null): Rule | undefined {
  if (json === null) return undefined
  try {
    return ruleSchema.parse(JSON.parse(json))
  } catch {
    return undefined
  }
}
