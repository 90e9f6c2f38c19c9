import type { Action } from './action.ts'

export type StepUpAction = { action: Action; target?: string | undefined }

type CriticalStepUp = {
  action: Exclude<Action, 'admin.mode'>
  /** The path parameters and body fields that the signature names. */
  target?: readonly string[]
  /** The body fields that the signature covers; all of them by default. The others need admin mode. */
  fields?: readonly string[]
  /** Calls whose body has one of these values are not critical, and need admin mode. */
  unless?: Readonly<Record<string, string>>
}

/** `admin`: admin mode, which one signature opens for ten minutes and which covers no critical action. */
export type StepUp = 'admin' | CriticalStepUp

type Request = { params: Readonly<Record<string, string>>; body: unknown }

/** A signature covers nothing but its action: a body that changes more needs admin mode, too. */
export function requiredStepUps(stepUp: StepUp | undefined, { params, body }: Request): StepUpAction[] {
  if (stepUp === undefined) return []
  if (stepUp === 'admin') return [ADMIN_MODE]
  const { action, target, fields, unless = {} } = stepUp
  const sent = fieldsOf(body)
  const covered = fields ? sent.filter((field) => fields.includes(field)) : sent
  const isExempt = Object.entries(unless).some(([field, value]) => fieldOf(body, field) === value)
  if (isExempt || (fields && covered.length === 0)) return [ADMIN_MODE]
  const named = target?.map((name) => String(params[name] ?? fieldOf(body, name) ?? '')).join(':')
  const critical = named === undefined ? { action } : { action, target: named }
  return covered.length < sent.length ? [ADMIN_MODE, critical] : [critical]
}

const ADMIN_MODE: StepUpAction = { action: 'admin.mode' }

export function isAdminMode({ action }: StepUpAction): boolean {
  return action === 'admin.mode'
}

function fieldsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([field, value]) => (value === undefined ? [] : [field]))
}

/** `a.b` is field b of field a. */
function fieldOf(body: unknown, path: string): unknown {
  let value = body
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name] // an object has fields by name
  }
  return value
}
