import { chainNames } from '@countersign/contract/chain-name.ts'
import { ENDPOINT_URL_MAX, ENDPOINTS_PER_NETWORK, LABEL_MAX } from '@countersign/contract/limits.ts'
import { createNetwork, listNetworks, type Network, updateNetwork } from '@countersign/contract/routes/admin/network.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { networks as words } from '../../../words/admin.ts'
import {
  chainIdOf,
  type DraftRefusals,
  draftRefusals,
  emptyDraft,
  isRefused,
  type NetworkDraft,
  OTHER,
  refusalLine,
  serverRefusals,
  urlsOf,
} from './network-values.ts'

/** The server asks every endpoint before it keeps one, so saving is a test as well. */
export function AddNetworkDialog({ onClose }: { onClose: () => void }) {
  const add = useAct(createNetwork, { refreshes: [listNetworks] })
  const form = useDraft(emptyDraft(), { keepsUrls: false })
  const { draft } = form
  const send = () => {
    if (!form.check()) return
    const body = { chainId: chainIdOf(draft), name: draft.name.trim(), urls: urlsOf(draft) }
    add.mutate({ body }, { onSuccess: () => done(words.added, onClose), onError: form.refuse })
  }
  return (
    <ConfirmDialog
      title={words.addTitle}
      {...common}
      busy={add.isPending}
      refusal={line(add.error)}
      onAct={send}
      onClose={onClose}
    >
      <ChainFields form={form} />
      <Fields form={form} urlHint={words.urlHint} />
    </ConfirmDialog>
  )
}

export function ChangeNetworkDialog({ network, onClose }: { network: Network; onClose: () => void }) {
  const change = useAct(updateNetwork, { refreshes: [listNetworks] })
  const form = useDraft(
    { chain: OTHER, chainId: String(network.chainId), name: network.name, urls: [''] },
    { keepsUrls: true },
  )
  const { draft } = form
  const send = () => {
    if (!form.check()) return
    const urls = urlsOf(draft)
    const body = { name: draft.name.trim(), ...(urls.length > 0 ? { urls } : {}) }
    const asked = { params: { id: network.id }, version: network.version, body }
    change.mutate(asked, { onSuccess: () => done(words.saved, onClose), onError: form.refuse })
  }
  return (
    <ConfirmDialog
      title={words.changeTitle(network.name)}
      {...common}
      busy={change.isPending}
      refusal={line(change.error)}
      onAct={send}
      onClose={onClose}
    >
      <Fields form={form} urlHint={words.urlsKept} />
    </ConfirmDialog>
  )
}

const common = { act: words.act, look: 'primary', cancel: account.cancel } as const

function line(error: unknown): string | undefined {
  return refusalLine(error) ?? refusalText(error)
}

function done(text: string, onClose: () => void): void {
  onClose()
  showToast(text)
}

type Form = ReturnType<typeof useDraft>

function useDraft(initial: NetworkDraft, rule: { keepsUrls: boolean }) {
  const [draft, setDraft] = useState(initial)
  const [refusals, setRefusals] = useState<DraftRefusals>({ urls: {} })
  return {
    draft,
    refusals,
    change: (next: Partial<NetworkDraft>) => setDraft({ ...draft, ...next }),
    check: (): boolean => {
      const found = draftRefusals(draft, rule)
      setRefusals(found)
      return !isRefused(found)
    },
    refuse: (error: unknown) => setRefusals(serverRefusals(error, draft)),
  }
}

const PLAIN = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

/** Choosing a known chain fills in its name, unless somebody has written another one. */
function ChainFields({ form: { draft, refusals, change } }: { form: Form }) {
  const known = Object.entries(chainNames).map(([value, name]) => ({ value, label: `${name} (${value})` }))
  const choose = (chain: string) => {
    const names = Object.values(chainNames)
    const own = draft.name.trim() !== '' && !names.includes(draft.name)
    change({ chain, name: own ? draft.name : (chainNames[Number(chain)] ?? '') })
  }
  return (
    <>
      <Select
        label={words.which}
        value={draft.chain}
        refusal={draft.chain === OTHER ? undefined : refusals.chainId}
        options={[...known, { value: OTHER, label: words.another }]}
        onChoose={choose}
      />
      {draft.chain === OTHER ? (
        <Field
          label={words.chainId}
          hint={words.chainIdHint}
          refusal={refusals.chainId}
          value={draft.chainId}
          inputMode="numeric"
          maxLength={16}
          {...PLAIN}
          onChange={(event) => change({ chainId: event.currentTarget.value })}
        />
      ) : null}
    </>
  )
}

function Fields({ form: { draft, refusals, change }, urlHint }: { form: Form; urlHint: string }) {
  const setUrl = (at: number, value: string) =>
    change({ urls: draft.urls.map((url, index) => (index === at ? value : url)) })
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        refusal={refusals.name}
        value={draft.name}
        maxLength={LABEL_MAX}
        {...PLAIN}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {draft.urls.map((url, index) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
          key={index}
          label={words.url(index + 1)}
          hint={index === 0 ? urlHint : undefined}
          refusal={refusals.urls[index]}
          value={url}
          type="url"
          className="mono"
          maxLength={ENDPOINT_URL_MAX}
          {...PLAIN}
          onChange={(event) => setUrl(index, event.currentTarget.value)}
        />
      ))}
      {draft.urls.length < ENDPOINTS_PER_NETWORK ? (
        <Button
          look="quiet"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => change({ urls: [...draft.urls, ''] })}
        >
          {words.moreUrls}
        </Button>
      ) : null}
    </>
  )
}
