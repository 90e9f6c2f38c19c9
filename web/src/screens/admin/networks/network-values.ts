import { chainNames } from '@countersign/contract/chain-name.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { ENDPOINT_URL_MAX, LABEL_MAX } from '@countersign/contract/limits.ts'
import { parseUrl } from '@countersign/contract/url/parse-url.ts'
import { errorsAtPointers, type FieldErrors, type FormRules, parsePointer } from '../../../forms/form.ts'
import { networks as words } from '../../../words/admin/networks.ts'
import { isKey } from '../../../words/is-key.ts'

/** `chain` is the ID of a listed chain, or `other`. */
export type NetworkValues = { chain: string; chainId: string; name: string; urls: string[] }
type NetworkErrors = FieldErrors<NetworkValues>

export const OTHER = 'other'

export const newNetwork: NetworkValues = { chain: '1', chainId: '', name: chainNames[1] ?? '', urls: [''] }

/** Endpoint URLs are secret, so none are shown; without new ones they are kept. */
export function valuesOfNetwork({ chainId, name }: { chainId: number; name: string }): NetworkValues {
  return { chain: OTHER, chainId: String(chainId), name, urls: [''] }
}

export const newNetworkForm = {
  body: (values) => ({ chainId: chainIdOf(values), name: values.name.trim(), urls: urlsOf(values) }),
  validate(values) {
    const missing = urlsOf(values).length === 0 ? { 'urls/0': words.urlProblems.missing } : {}
    return { ...validateNetwork(values), ...missing }
  },
  serverErrors,
} satisfies FormRules<NetworkValues>

export const networkForm = {
  body(values) {
    const urls = urlsOf(values)
    return { name: values.name.trim(), ...(urls.length > 0 ? { urls } : {}) }
  },
  validate: validateNetwork,
  serverErrors,
} satisfies FormRules<NetworkValues>

function chainIdOf({ chain, chainId }: NetworkValues): number {
  return Number(chain === OTHER ? chainId.trim() : chain)
}

function urlsOf({ urls }: NetworkValues): string[] {
  return urls.map((url) => url.trim()).filter((url) => url !== '')
}

function validateNetwork(values: NetworkValues): NetworkErrors {
  const chainId = chainIdOf(values)
  const name = values.name.trim()
  const isNamed = /[\p{L}\p{N}]/u.test(name) && name.length <= LABEL_MAX
  return {
    ...(Number.isSafeInteger(chainId) && chainId >= 1 ? {} : { chainId: words.chainIdWrong }),
    ...(isNamed ? {} : { name: words.nameWrong(LABEL_MAX) }),
    ...Object.fromEntries(
      values.urls.flatMap((url, index) => {
        const problem = url.trim() === '' ? undefined : urlProblem(url.trim())
        return problem ? [[`urls/${index}`, problem]] : []
      }),
    ),
  }
}

function urlProblem(url: string): string | undefined {
  if (url.length > ENDPOINT_URL_MAX) return words.urlProblems.too_long
  return /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? undefined : words.urlProblems.not_a_url
}

/** Empty lines are not sent, so the server counts the others only. */
function serverErrors(error: AppError, { urls }: NetworkValues): NetworkErrors {
  if (error.code === 'network_exists') return { chainId: words.errors.network_exists }
  const sent = urls.flatMap((url, index) => (url.trim() === '' ? [] : [index]))
  const atUrls = (error.fields ?? []).flatMap(({ path, code }) => {
    const [name, index] = parsePointer(path)
    if (name !== 'urls') return []
    const line = sent[Number(index)]
    return [line === undefined ? ['urls/0', words.urlProblems.missing] : [`urls/${line}`, urlText(code)]]
  })
  return {
    ...errorsAtPointers<NetworkValues>(error, {
      name: () => words.nameWrong(LABEL_MAX),
      chainId: (code) => (code === 'too_many_networks' ? words.tooMany : words.chainIdWrong),
    }),
    ...Object.fromEntries(atUrls),
  }
}

function urlText(code: string): string {
  const { urlProblems } = words
  return isKey(urlProblems, code) ? urlProblems[code] : urlProblems.not_a_url
}

export function networkFailureText(error: unknown): string | undefined {
  if (!(error instanceof AppError) || !isKey(words.errors, error.code)) return undefined
  const line = words.errors[error.code]
  return error.detail ? `${line} ${error.detail}` : line
}
