import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { VAULTS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import { addVault, listVaults, removeVault, type Vault, type VaultNetwork } from '@countersign/contract/routes/vault.ts'
import { Plus, TriangleAlert } from 'lucide'
import { useRouteQuery, useSave } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { List } from '../../../ui/data/list.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { FullAddress } from '../../../ui/identity/address.tsx'
import { Identicon } from '../../../ui/identity/identicon.tsx'
import { vaults as text } from '../../../words/account/wallets.ts'
import { networkNameOf, vaultBody, vaultErrors, vaultServerErrors } from './vault-values.ts'

/** Hidden while no rule of the site counts vaults and the person has none, and until that is known. */
export function Vaults() {
  const answer = useRouteQuery(listVaults)
  const { data, error } = answer
  if (data ? data.items.length + data.networks.length === 0 : !error) return null
  return (
    <section className="stack" aria-labelledby="vaults">
      <div className="spread">
        <h2 id="vaults">{text.title}</h2>
        {data?.networks.length && data.items.length < VAULTS_PER_PERSON ? (
          <DialogButton icon={Plus} dialog={(onClose) => <AddVaultDialog networks={data.networks} onClose={onClose} />}>
            {text.add}
          </DialogButton>
        ) : null}
      </div>
      <p className="soft">
        {text.lead} {text.note}
      </p>
      <Loaded answer={answer} lines={2}>
        {({ items, networks }) => (
          <List of={items} label={text.title} className="stack" empty={<p className="soft">{text.none}</p>}>
            {(vault) => <VaultItem vault={vault} networks={networks} />}
          </List>
        )}
      </Loaded>
    </section>
  )
}

function VaultItem({ vault, networks }: { vault: Vault; networks: VaultNetwork[] }) {
  const { id, address, active, chainId, addedAt } = vault
  return (
    <div className="sheet sheet-even stack stack-medium">
      <div className="inline">
        <Identicon address={address} size={32} />
        <div className="wallet-title row">
          <FullAddress address={address} />
          {active ? null : (
            <Tag tone="warn" icon={TriangleAlert}>
              {text.inactive}
            </Tag>
          )}
        </div>
      </div>
      <p className="dotted small soft">
        <span>{networkNameOf(chainId, networks)}</span>
        <span>
          {text.addedAt} <Timestamp at={addedAt} />
        </span>
      </p>
      {active ? null : <p className="small">{text.inactiveNote}</p>}
      <div className="actions calm">
        <DialogButton
          look="danger"
          aria-label={text.removeOf(shortAddress(address))}
          dialog={(onClose) => (
            <ActionDialog
              title={text.removeTitle}
              confirmLabel={text.removeConfirm}
              route={removeVault}
              call={{ params: { id } }}
              refreshes={[listVaults]}
              done={text.removed}
              onClose={onClose}
            >
              <FullAddress address={address} />
              <p>{text.removeBody}</p>
            </ActionDialog>
          )}
        >
          {text.remove}
        </DialogButton>
      </div>
    </div>
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
