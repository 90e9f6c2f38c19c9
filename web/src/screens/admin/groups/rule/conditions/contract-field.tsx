import { chainName } from '@countersign/contract/chain-name.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { type ContractDescription, listRuleNetworks } from '@countersign/contract/routes/admin/rule.ts'
import type { MouseEvent } from 'react'
import { useRouteQuery } from '../../../../../components/account-data.tsx'
import { errorWords } from '../../../../../components/loaded.tsx'
import { useMay } from '../../../../../components/use-signed-in.ts'
import type { Form } from '../../../../../forms/use-form.ts'
import { Button } from '../../../../../ui/controls/button.tsx'
import { Field } from '../../../../../ui/controls/field.tsx'
import { Select } from '../../../../../ui/controls/select.tsx'
import { type Fact, Facts } from '../../../../../ui/data/facts.tsx'
import { Notice } from '../../../../../ui/feedback/notice.tsx'
import { Waiting } from '../../../../../ui/feedback/spinner.tsx'
import { conditions as words } from '../../../../../words/admin/conditions.ts'
import type { RuleNames } from '../../../../../words/rules/sentences.ts'
import { withNetwork } from './condition-kinds.ts'
import type { ConditionValues } from './condition-values.ts'
import { betterKind, knownContract, type LeafKind } from './known-contracts.ts'
import type { ContractState } from './use-contract.ts'

type FieldProps = { form: Form<ConditionValues> }

/** A network that is no longer configured stays chosen until another one is. */
export function NetworkField({ form }: FieldProps) {
  const networks = useRouteQuery(listRuleNetworks).data?.items
  const listed = (networks ?? []).map((network) => ({ value: String(network.chainId), label: network.name }))
  const { chainId } = form.values
  const isListed = listed.some(({ value }) => value === chainId)
  const options = [
    ...(chainId === '' ? [{ value: '', label: words.networkMissing }] : []),
    ...listed,
    ...(isListed || chainId === '' ? [] : [{ value: chainId, label: chainName(Number(chainId)) }]),
  ]
  return (
    <Select
      label={words.network}
      hint={
        networks?.length === 0 ? (
          <>
            {words.noNetworks} <AddNetwork />
          </>
        ) : undefined
      }
      value={chainId}
      options={options}
      error={form.errors.chainId}
      onChoose={(chosen) => form.edit(withNetwork(form.values, chosen))}
    />
  )
}

/** In a new tab, as this dialog holds what was typed. */
function AddNetwork() {
  if (!useMay('networks')) return words.askOwner
  return (
    <a href="/admin/networks" target="_blank" rel="noreferrer">
      {words.addNetwork}
    </a>
  )
}

const LABELS: Partial<Record<LeafKind, string>> = {
  safe_owner: words.safe,
  hat: words.hats,
  attestation: words.eas,
  poap: words.poapContract,
}

type ContractFieldProps = FieldProps & { contract: ContractState; names: RuleNames; onKind: (kind: LeafKind) => void }

export function ContractField({ form, contract, names, onKind }: ContractFieldProps) {
  const { kind, chainId } = form.values
  const known = knownContract(kind, Number(chainId))
  const isPreset = known !== undefined && known.address === form.values.contract
  return (
    <div className="stack stack-close">
      <Field
        label={LABELS[kind] ?? words.contract}
        hint={isPreset ? words.preset(known.name) : words.contractHint}
        maxLength={80}
        {...form.code('contract')}
      />
      <div aria-live="polite" className="stack stack-close">
        <ContractFindings kind={kind} network={names.network(Number(chainId))} contract={contract} onKind={onKind} />
      </div>
    </div>
  )
}

type FindingsProps = { kind: LeafKind; network: string; contract: ContractState; onKind: (kind: LeafKind) => void }

function ContractFindings({ kind, network, contract: { description, reading, error }, onKind }: FindingsProps) {
  if (reading) return <Waiting>{words.reading}</Waiting>
  if (error) {
    const isUnknown = error instanceof AppError && error.code === 'network_not_configured'
    const { title } = errorWords(error)
    return (
      <Notice tone="warn">
        {isUnknown ? words.networkUnknown(network) : `${title}.`} {isUnknown ? <AddNetwork /> : words.unread}
      </Notice>
    )
  }
  if (!description) return null
  if (!description.hasCode) return <Notice tone="warn">{words.noCode(network)}</Notice>
  const better = betterKind(kind, description.kind)
  const switchTo = (next: LeafKind) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('form')?.querySelector('select')?.focus() // this button goes away
    onKind(next)
  }
  return (
    <>
      <Facts className="fact-list" of={factsOf(description)} />
      {better ? (
        <Notice
          tone="warn"
          actions={<Button onClick={switchTo(better)}>{words.switchKind(words.kinds[better].name)}</Button>}
        >
          {words.wrongKind(words.contractKinds[description.kind])}
        </Notice>
      ) : null}
      {description.proxy ? <Notice tone="warn">{words.proxy}</Notice> : null}
      {kind === 'erc721_balance' && description.kind === 'erc721' && !description.enumerable ? (
        <p className="small soft">{words.notEnumerable}</p>
      ) : null}
    </>
  )
}

function factsOf({ kind, token: { name, symbol, decimals } }: ContractDescription): (Fact | null)[] {
  const { facts, factKinds } = words
  return [
    name ? [facts.name, <bdi key="name">{name}</bdi>] : null,
    symbol ? [facts.symbol, <bdi key="symbol">{symbol}</bdi>] : null,
    decimals !== null && kind === 'erc20' ? [facts.decimals, decimals] : null,
    [facts.kind, factKinds[kind]],
  ]
}
