import { chainNames } from '@countersign/contract/chain-name.ts'
import { ENDPOINT_URL_MAX, ENDPOINTS_PER_NETWORK, LABEL_MAX } from '@countersign/contract/limits.ts'
import { createNetwork, listNetworks, type Network, updateNetwork } from '@countersign/contract/routes/admin/network.ts'
import { Plus } from 'lucide'
import { useSave } from '../../../components/account-data.tsx'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { type Form, MONOSPACED, useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { networks as words } from '../../../words/admin/networks.ts'
import {
  type NetworkValues,
  networkFailureText,
  networkForm,
  newNetwork,
  newNetworkForm,
  OTHER,
  valuesOfNetwork,
} from './network-values.ts'

/** The server tests every endpoint before it stores any. */
export function AddNetworkDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    saved: { values: newNetwork },
    ...newNetworkForm,
    save: useSave(createNetwork, { refreshes: [listNetworks], toast: words.added }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={words.add}
      confirmLabel={words.testAndSave}
      failure={networkFailureText(form.failure)}
      onClose={onClose}
    >
      <ChainFields form={form} />
      <Fields form={form} urlHint={words.urlHint} />
    </FormDialog>
  )
}

export function ChangeNetworkDialog({ network, onClose }: { network: Network; onClose: () => void }) {
  const endpoints = network.endpoints.map(({ url }) => url)
  const form = useForm({
    saved: { values: valuesOfNetwork(network), version: network.version, hidden: endpoints },
    ...networkForm,
    save: useSave(updateNetwork, { params: { id: network.id }, refreshes: [listNetworks], toast: words.saved }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={words.editOf(network.name)}
      confirmLabel={words.testAndSave}
      current={[network.name, ...endpoints].join(', ')}
      failure={networkFailureText(form.failure)}
      onClose={onClose}
    >
      <Fields form={form} urlHint={words.urlsKept} />
    </FormDialog>
  )
}

type FieldsProps = { form: Form<NetworkValues> }

/** Choosing a chain fills in its name, unless a custom name was entered. */
function ChainFields({ form }: FieldsProps) {
  const { chain, name } = form.values
  const options = Object.entries(chainNames).map(([value, label]) => ({ value, label: `${label} (${value})` }))
  const choose = (chosen: string) => {
    const isTyped = name.trim() !== '' && !Object.values(chainNames).includes(name)
    form.edit({ chain: chosen, name: isTyped ? name : (chainNames[Number(chosen)] ?? '') })
  }
  return (
    <>
      <Select
        label={words.chainLabel}
        value={chain}
        error={chain === OTHER ? undefined : form.errors.chainId}
        options={[...options, { value: OTHER, label: words.otherChain }]}
        onChoose={choose}
      />
      {chain === OTHER ? (
        <Field
          label={words.chainId}
          hint={words.chainIdHint}
          inputMode="numeric"
          maxLength={16}
          {...form.verbatim('chainId')}
        />
      ) : null}
    </>
  )
}

function Fields({ form, urlHint }: FieldsProps & { urlHint: string }) {
  const { urls } = form.values
  return (
    <>
      <Field label={words.name} hint={words.nameHint} maxLength={LABEL_MAX} {...form.verbatim('name')} />
      {urls.map((url, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          key={index}
          label={words.url(index + 1)}
          hint={index === 0 ? urlHint : undefined}
          error={form.errors[`urls/${index}`]}
          value={url}
          type="url"
          maxLength={ENDPOINT_URL_MAX}
          {...MONOSPACED}
          onChange={(event) => form.edit({ urls: urls.with(index, event.currentTarget.value) })}
        />
      ))}
      {urls.length < ENDPOINTS_PER_NETWORK ? (
        <Button look="quiet" icon={Plus} onClick={() => form.edit({ urls: [...urls, ''] })}>
          {words.addEndpoint}
        </Button>
      ) : null}
    </>
  )
}
