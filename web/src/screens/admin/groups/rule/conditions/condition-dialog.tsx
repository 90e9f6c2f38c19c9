import { AppError } from '@countersign/contract/error/errors.ts'
import { createWalletList, listRuleNetworks, type WalletList } from '@countersign/contract/routes/admin/rule.ts'
import type { LeafCondition } from '@countersign/contract/rule/rule.ts'
import { useState } from 'react'
import { useRouteMutation, useRouteQuery } from '../../../../../components/account-data.tsx'
import { FormDialog } from '../../../../../components/form/form-dialog.tsx'
import { useForm } from '../../../../../forms/use-form.ts'
import { Button } from '../../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../../ui/feedback/dialog.tsx'
import { account } from '../../../../../words/account/account.ts'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import type { RuleNames } from '../../../../../words/rules/sentences.ts'
import { refusedRows } from '../wallet-csv.ts'
import { buildCondition, type ConditionErrors } from './build-condition.ts'
import { ListField, OwnFields } from './condition-fields.tsx'
import { hasContract, hasNetwork, kindGroups, withKind, withNetwork, withSystem } from './condition-kinds.ts'
import { type ConditionValues, newCondition, valuesOfCondition } from './condition-values.ts'
import { ContractField, NetworkField } from './contract-field.tsx'
import type { LeafKind } from './known-contracts.ts'
import { type ContractPlace, type ContractState, useContract } from './use-contract.ts'

type DialogProps = {
  groupId: string
  names: RuleNames
  lists: readonly WalletList[]
  onList: (list: WalletList) => void
  onApply: (condition: LeafCondition) => void
  onClose: () => void
}

/** Chooses a kind, then shows its form. */
export function AddConditionDialog(props: DialogProps & { /** To start with. */ network: string | undefined }) {
  const [kind, setKind] = useState<LeafKind>()
  const networks = useRouteQuery(listRuleNetworks).data?.items
  const network = props.network ?? networks?.[0]?.chainId.toString()
  if (!kind) return <KindDialog onChoose={setKind} onClose={props.onClose} />
  const values = newCondition(kind)
  const preset = hasNetwork(kind) && network !== undefined ? withNetwork(values, network) : {}
  return <ConditionForm {...props} values={{ ...values, ...preset }} onOtherKind={() => setKind(undefined)} />
}

export function EditConditionDialog({ condition, ...props }: DialogProps & { condition: LeafCondition }) {
  return <ConditionForm {...props} saved={condition} values={valuesOfCondition(condition)} />
}

function KindDialog({ onChoose, onClose }: { onChoose: (kind: LeafKind) => void; onClose: () => void }) {
  return (
    <Dialog title={words.add} onClose={onClose} actions={<Button onClick={onClose}>{account.cancel}</Button>}>
      <div className="stack">
        <p className="soft">{words.chooseKind}</p>
        {kindGroups.map(({ name, kinds }) => (
          <section key={name} className="stack stack-close">
            <h3>{words.groups[name]}</h3>
            <ul className="rule-kinds surface ruled">
              {kinds.map((kind) => (
                <li key={kind}>
                  <button type="button" className="rule-kind" onClick={() => onChoose(kind)}>
                    <span className="medium">{words.kinds[kind].name}</span>
                    <span className="small soft">{words.kinds[kind].note}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

type ConditionFormProps = DialogProps & {
  values: ConditionValues
  saved?: LeafCondition
  onOtherKind?: () => void
}

function ConditionForm(props: ConditionFormProps) {
  const { saved, groupId, names, lists, onApply, onClose, onOtherKind } = props
  const [place, setPlace] = useState<ContractPlace>(props.values)
  const contract = useContract(place, saved)
  const save = useBuild(props, contract)
  const form = useForm({
    saved: { values: props.values },
    validate: (values) => validate(values, contract),
    save,
    body: (values: ConditionValues) => values,
    onSaved: onApply,
  })
  const { values } = form
  const { kind, chainId } = values
  if (kind !== place.kind || chainId !== place.chainId || values.contract !== place.contract) setPlace(values)
  const shown = { ...form, values: withSystem(values, contract.description) }
  const rows = kind === 'wallet_list' && form.failure instanceof AppError ? refusedRows(form.failure) : []
  return (
    <FormDialog
      form={form}
      title={saved ? words.editTitle : words.kinds[kind].name}
      confirmLabel={words.apply}
      failure={rows.length > 0 ? '' : undefined}
      onClose={onClose}
    >
      {hasNetwork(kind) ? <NetworkField form={shown} /> : null}
      {hasContract(kind) ? (
        <ContractField
          form={shown}
          contract={contract}
          names={names}
          onKind={(next) => form.edit(withKind(values, next))}
        />
      ) : null}
      {kind === 'wallet_list' ? (
        <ListField form={shown} list={lists.find(({ id }) => id === values.listId)} problems={rows} />
      ) : (
        <OwnFields form={shown} groupId={groupId} token={contract.label} />
      )}
      {onOtherKind ? (
        <div>
          <Button look="quiet" onClick={onOtherKind}>
            {words.otherKind}
          </Button>
        </div>
      ) : null}
    </FormDialog>
  )
}

/** A new list is sent to the server first, as a condition only has its id. */
function useBuild({ groupId, onList }: DialogProps, contract: ContractState) {
  const create = useRouteMutation(createWalletList)
  return {
    async send({ body: values }: { body: ConditionValues }): Promise<LeafCondition> {
      if (values.kind === 'wallet_list' && values.csv.trim() !== '') {
        const list = await create.mutateAsync({ params: { id: groupId }, body: { csv: values.csv } })
        onList(list)
        return { kind: 'wallet_list', listId: list.id }
      }
      const built = buildCondition(withSystem(values, contract.description), contract.label)
      if ('errors' in built) throw new Error('The condition was checked before.')
      return built.condition
    },
    reload: async () => undefined,
  }
}

function validate(values: ConditionValues, contract: ContractState): ConditionErrors {
  if (values.kind === 'wallet_list' && values.csv.trim() !== '') return {}
  const built = buildCondition(withSystem(values, contract.description), contract.label)
  if ('errors' in built) return built.errors
  return contract.reading ? { contract: words.stillReading } : {}
}
