import { getWalletList } from '@countersign/contract/routes/admin/rule.ts'
import type { Condition, LeafCondition, Rule } from '@countersign/contract/rule/rule.ts'
import { Download } from 'lucide-react'
import { useRouteMutation } from '../../../../components/account-data.tsx'
import { ErrorNotice } from '../../../../components/loaded.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Facts } from '../../../../ui/facts.tsx'
import { saveFile } from '../../../../ui/save-file.ts'
import { showToast } from '../../../../ui/toast.tsx'
import { conditions as conditionWords } from '../../../../words/admin-conditions.ts'
import { rules as words } from '../../../../words/admin-rules.ts'
import type { RuleNames } from '../../../../words/rule-sentences.ts'
import { ConditionText } from './condition-text.tsx'
import { optionFacts } from './option-facts.ts'
import { type Branch, branchOf, isBranch, type RuleNode } from './rule-tree.ts'

import { csvOf } from './wallet-csv.ts'
import './rule.css'

type RuleViewProps = { groupId: string; rule: Rule; names: RuleNames }

export function RuleView({ groupId, rule, names }: RuleViewProps) {
  const lists = listIdsOf(branchOf(rule.condition))
  return (
    <>
      <section className="sheet sheet-roomy stack stack-medium">
        <h2>{words.conditions}</h2>
        <Sentences condition={rule.condition} names={names} />
        {lists.map((listId) => (
          <ListDownload key={listId} groupId={groupId} listId={listId} />
        ))}
      </section>
      <section className="sheet">
        <h2>{words.options}</h2>
        <Facts of={optionFacts(rule)} />
      </section>
    </>
  )
}

/** The rule as sentences, nested by indent. */
export function Sentences({ condition, names }: { condition: Condition; names: RuleNames }) {
  const root = branchOf(condition)
  const [only] = root.items
  const isOne = root.items.length === 1 && root.mode !== 'none' && only !== undefined && !isBranch(only)
  return isOne ? (
    <p>
      <ConditionText condition={only} names={names} />
    </p>
  ) : (
    <BranchSentences branch={root} names={names} />
  )
}

function BranchSentences({ branch, names }: { branch: Branch; names: RuleNames }) {
  return (
    <div>
      <p className="medium">{modeText(branch)}</p>
      <ul className="rule-branch">
        {branch.items.map((node, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the conditions of a saved rule never move
          <li key={index}>
            {isBranch(node) ? (
              <BranchSentences branch={node} names={names} />
            ) : (
              <ConditionText condition={node} names={names} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function modeText({ mode, count }: Branch): string {
  return mode === 'at_least' ? words.atLeast(count) : words.modes[mode]
}

function ListDownload({ groupId, listId }: { groupId: string; listId: string }) {
  const read = useRouteMutation(getWalletList)
  const download = () =>
    read.mutate(
      { params: { id: groupId, listId } },
      {
        onSuccess({ items }) {
          saveFile({ name: `${listId}.csv`, text: csvOf(items), type: 'text/csv' })
          showToast(conditionWords.listDownloaded)
        },
      },
    )
  return (
    <div>
      {read.error ? <ErrorNotice error={read.error} /> : null}
      <Button icon={<Download size={16} aria-hidden="true" />} busy={read.isPending} onClick={download}>
        {conditionWords.listDownload}
      </Button>
    </div>
  )
}

function listIdsOf(node: RuleNode): string[] {
  if (isBranch(node)) return [...new Set(node.items.flatMap(listIdsOf))]
  return isList(node) ? [node.listId] : []
}

function isList(node: LeafCondition): node is Extract<LeafCondition, { kind: 'wallet_list' }> {
  return node.kind === 'wallet_list'
}
