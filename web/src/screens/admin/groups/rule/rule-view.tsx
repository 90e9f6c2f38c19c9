import { getWalletList } from '@countersign/contract/routes/admin/rule.ts'
import { placeLeaves, type Rule } from '@countersign/contract/rule/rule.ts'
import { Download } from 'lucide'
import { useRouteMutation } from '../../../../components/account-data.tsx'
import { ErrorNotice } from '../../../../components/loaded.tsx'
import { ConditionTree } from '../../../../components/rule/condition-tree.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { saveFile } from '../../../../ui/controls/save-file.ts'
import { Facts } from '../../../../ui/data/facts.tsx'
import { showToast } from '../../../../ui/feedback/toast.tsx'
import { conditions as conditionWords } from '../../../../words/admin/conditions.ts'
import { rules as words } from '../../../../words/admin/rules.ts'
import type { RuleNames } from '../../../../words/rules/sentences.ts'
import { optionFacts } from './option-facts.ts'
import { csvOf } from './wallet-csv.ts'

type RuleViewProps = { groupId: string; rule: Rule; names: RuleNames }

/** The rule as sentences, and its options. */
export function RuleView({ groupId, rule, names }: RuleViewProps) {
  const leaves = placeLeaves(rule.condition)
  const lists = leaves.flatMap(({ condition }) => (condition.kind === 'wallet_list' ? [condition.listId] : []))
  return (
    <>
      <section className="sheet sheet-roomy stack stack-medium">
        <h2>{words.conditions}</h2>
        <ConditionTree condition={rule.condition} names={names} />
        {[...new Set(lists)].map((listId) => (
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
    <div className="stack stack-close">
      {read.error ? <ErrorNotice error={read.error} /> : null}
      <div>
        <Button icon={Download} busy={read.isPending} onClick={download}>
          {conditionWords.listDownload}
        </Button>
      </div>
    </div>
  )
}
