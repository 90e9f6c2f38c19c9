import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { VAULTS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import { addVault, listVaults, removeVault, type Vault, type VaultNetwork } from '@countersign/contract/routes/vault.ts'
import { Plus, TriangleAlert } from 'lucide'
import { useState } from 'react'
import { useRouteQuery, useSave } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { Identicon } from '../../../ui/identity/identicon.tsx'
import { vaults as text } from '../../../words/account/wallets.ts'
import { networkNameOf, vaultBody, vaultErrors, vaultServerErrors } from './vault-values.ts'

/** Hidden while no rule of the site counts vaults and the person has none, and until that is known. */
export function Vaults() {
  const answer = useRouteQuery(listVaults)
  const [adding, setAdding] = useState(false)
  if (answer.data ? answer.data.items.length + answer.data.networks.length === 0 : !answer.error) return null
  return (
    <section className="stack" aria-labelledby="vaults">
      <div className="spread">
        <h2 id="vaults">{text.title}</h2>
        {answer.data?.networks.length && answer.data.items.length < VAULTS_PER_PERSON ? (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        ) : null}
      </div>
      <p className="soft">
        {text.lead} {text.note}
      </p>
      <Loaded answer={answer} lines={2}>
        {({ items, networks }) => (
          <>
            {items.length === 0 ? (
              <p className="soft">{text.none}</p>
            ) : (
              <VaultList vaults={items} networks={networks} />
            )}
            {adding ? <AddVaultDialog networks={networks} onClose={() => setAdding(false)} /> : null}
          </>
        )}
      </Loaded>
    </section>
  )
}

function VaultList({ vaults, networks }: { vaults: Vault[]; networks: VaultNetwork[] }) {
  const [removing, setRemoving] = useState<Vault>()
  return (
    <>
      <ul className="stack" aria-label={text.title}>
        {vaults.map((vault) => (
          <li key={vault.id} className="sheet sheet-even stack stack-medium">
            <div className="inline">
              <Identicon address={vault.address} size={32} />
              <div className="wallet-title">
                <FullAddress address={vault.address} />
                {vault.active ? null : (
                  <Tag tone="warn" icon={TriangleAlert}>
                    {text.inactive}
                  </Tag>
                )}
              </div>
            </div>
            <p className="dotted small soft">
              <span>{networkNameOf(vault.chainId, networks)}</span>
              <span>
                {text.addedAt} <Timestamp at={vault.addedAt} />
              </span>
            </p>
            {vault.active ? null : <p className="small">{text.inactiveNote}</p>}
            <div className="actions calm">
              <Button
                look="danger"
                aria-label={text.removeOf(shortAddress(vault.address))}
                onClick={() => setRemoving(vault)}
              >
                {text.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {removing ? (
        <ActionDialog
          title={text.removeTitle}
          confirmLabel={text.removeConfirm}
          route={removeVault}
          call={{ params: { id: removing.id } }}
          refreshes={[listVaults]}
          done={text.removed}
          onClose={() => setRemoving(undefined)}
        >
          <FullAddress address={removing.address} />
          <p>{text.removeBody}</p>
        </ActionDialog>
      ) : null}
    </>
  )
}

function AddVaultDialog({ networks, onClose }: { networks: VaultNetwork[]; onClose: () => void }) {
  const options = networks.map(({ chainId, name }) => ({ value: String(chainId), label: name }))
  const form = useForm({
    saved: { values: { chainId: options[0]?.value ?? '', address: '' } },
    validate: vaultErrors,
    serverErrors: vaultServerErrors,
    save: useSave(addVault, { refreshes: [listVaults] }),
    body: vaultBody,
    onSaved() {
      onClose()
      showToast(text.added)
    },
  })
  return (
    <FormDialog form={form} title={text.add} confirmLabel={text.add} onClose={onClose}>
      <p>{text.lead}</p>
      <Select label={text.network} options={options} {...form.choice('chainId')} />
      <Field label={text.address} hint={text.addressHint} maxLength={42} {...form.code('address')} />
    </FormDialog>
  )
}
