import type { PhoneWait } from '../../sign-in/phone/phone-wait.ts'
import type { Problem } from '../../sign-in/problems/problem.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { usePhone as text } from '../../words/use-phone.ts'

/** Which part of the screen is shown. */
export type Part = 'code' | 'digits' | 'ended' | 'lost'

export function partOf(wait: PhoneWait): Part {
  switch (wait.status) {
    case 'digits':
      return 'digits'
    case 'redeeming':
      return wait.digits === undefined ? 'code' : 'digits'
    case 'not_redeemed':
      return 'lost'
    case 'ended':
      return 'ended'
    default:
      return 'code'
  }
}

type Head = { title: string; lead?: string }

/** The heading; undefined until the phone has the code. */
export function headOf(wait: PhoneWait): Head | undefined {
  switch (wait.status) {
    case 'creating':
      return undefined
    case 'waiting':
      return wait.step === 'created' ? undefined : text[wait.step]
    case 'digits':
      return { title: text.digitsTitle }
    case 'redeeming':
      return wait.digits === undefined ? text.redeeming : { title: text.digitsTitle }
    case 'redeemed':
      return text.redeeming
    case 'not_redeemed':
      return problemHead(wait.problem)
    case 'ended':
      return text.ended[wait.reason]
  }
}

export function stateText(wait: PhoneWait): string {
  if (wait.status === 'waiting') return text.waiting[wait.step]
  return wait.status === 'creating' ? text.waiting.creating : text.waiting.redeeming
}

type Spoken = { text: string; region: 'polite' | 'assertive' }

/** What is announced; `address` is where the code is typed. */
export function spokenText(wait: PhoneWait, address: string): Spoken | undefined {
  const head = spokenHead(headOf(wait))
  switch (wait.status) {
    case 'creating':
    case 'redeemed':
      return undefined
    case 'waiting':
      return { text: wait.step === 'created' ? text.createdSpoken(address, wait.shown.number) : head, region: 'polite' }
    case 'digits': {
      const error = digitsError(wait.problem, wait.triesLeft)
      return error ? { text: error, region: 'assertive' } : { text: text.digitsSpoken, region: 'polite' }
    }
    case 'redeeming':
      return { text: wait.digits === undefined ? head : text.sending, region: 'polite' }
    case 'not_redeemed':
    case 'ended':
      return { text: head, region: 'assertive' }
  }
}

export function digitsError(problem: Problem | undefined, triesLeft: number): string | undefined {
  if (problem?.code === 'phone_digits_wrong') return text.digitsWrong(triesLeft)
  return problem && spokenHead(problemHead(problem))
}

function spokenHead(head: Head | undefined): string {
  return head ? [head.title, head.lead].filter(Boolean).join('. ') : ''
}

function problemHead(problem: Problem): Head {
  const { title, body } = wordsForProblem(problem.code, '')
  return { title, lead: body }
}
