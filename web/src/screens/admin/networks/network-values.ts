import { chainNames } from '@countersign/contract/chain-name.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { ENDPOINT_URL_MAX, LABEL_MAX } from '@countersign/contract/limits.ts'
import { networks as words } from '../../../words/admin.ts'

/** A network as it is typed. `chain` is the id of a known one, or `other`. */
export type NetworkDraft = { chain: string; chainId: string; name: string; urls: string[] }

export type DraftRefusals = { chainId?: string; name?: string; urls: Record<number, string> }

export const OTHER = 'other'

export function emptyDraft(): NetworkDraft {
  return { chain: '1', chainId: '', name: chainNames[1] ?? '', urls: [''] }
}

export function chainIdOf({ chain, chainId }: NetworkDraft): number {
  return Number(chain === OTHER ? chainId.trim() : chain)
}

/** What was entered, without the lines that were left empty. */
export function urlsOf({ urls }: NetworkDraft): string[] {
  return urls.map((url) => url.trim()).filter((url) => url !== '')
}

/** What can be told without asking anybody. Where endpoints are kept, none need be entered. */
export function draftRefusals(draft: NetworkDraft, { keepsUrls }: { keepsUrls: boolean }): DraftRefusals {
  const chainId = chainIdOf(draft)
  const refusals: DraftRefusals = { urls: {} }
  if (!Number.isSafeInteger(chainId) || chainId < 1) refusals.chainId = words.chainIdWrong
  const name = draft.name.trim()
  if (!/[\p{L}\p{N}]/u.test(name) || name.length > LABEL_MAX) refusals.name = words.nameWrong(LABEL_MAX)
  draft.urls.forEach((url, index) => {
    const problem = url.trim() === '' ? undefined : urlProblem(url.trim())
    if (problem) refusals.urls[index] = problem
  })
  if (!keepsUrls && urlsOf(draft).length === 0) refusals.urls[0] = words.urlProblems.missing
  return refusals
}

export function isRefused({ chainId, name, urls }: DraftRefusals): boolean {
  return chainId !== undefined || name !== undefined || Object.keys(urls).length > 0
}

function urlProblem(url: string): string | undefined {
  if (url.length > ENDPOINT_URL_MAX) return words.urlProblems.too_long
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? undefined : words.urlProblems.not_a_url
}

/** What the server refused, at the field it is about: it counts only the lines that were filled in. */
export function serverRefusals(error: unknown, draft: NetworkDraft): DraftRefusals {
  const refusals: DraftRefusals = { urls: {} }
  if (!(error instanceof AppError)) return refusals
  if (error.code === 'network_exists') refusals.chainId = words.refusals.network_exists
  const sent = draft.urls.flatMap((url, index) => (url.trim() === '' ? [] : [index]))
  for (const { path, code } of error.fields ?? []) {
    const place = sent[Number(/^\/urls\/(\d+)/.exec(path)?.[1])]
    if (place !== undefined) refusals.urls[place] = urlWords(code)
    else if (path === '/urls') refusals.urls[0] = words.urlProblems.missing
    else if (path === '/name') refusals.name = words.nameWrong(LABEL_MAX)
    else if (path === '/chainId') refusals.chainId = code === 'too_many_networks' ? words.tooMany : words.chainIdWrong
  }
  return refusals
}

function urlWords(code: string): string {
  const { urlProblems } = words
  return Object.hasOwn(urlProblems, code) ? urlProblems[code as keyof typeof urlProblems] : urlProblems.not_a_url // own keys only
}

/** One line for the dialog; the server's sentence tells what each endpoint said. */
export function refusalLine(error: unknown): string | undefined {
  if (!(error instanceof AppError) || !Object.hasOwn(words.refusals, error.code)) return undefined
  const line = words.refusals[error.code as keyof typeof words.refusals] // own keys only
  return error.detail ? `${line} ${error.detail}` : line
}
