import type { Action } from './action.ts'

export type StepUpAction = { action: Action; target?: string | undefined }

/** `target` lists the path parameters and body fields that the signature names. */
type CriticalStepUp = {
  action: Exclude<Action, 'admin.mode'>
  target?: readonly string[]
  /** Only calls whose body has one of these fields are critical; `otherwise` is enough for the others. */
  fields?: readonly string[]
  /** Calls whose body has one of these values are not critical. */
  unless?: Readonly<Record<string, string>>
  otherwise?: 'admin'
  /** Calls that are not critical need admin mode when their body has one of these fields. */
  adminFor?: readonly string[]
}

/** `admin`: admin mode, which one signature opens for ten minutes and which covers no critical action. */
export type StepUp = 'admin' | CriticalStepUp

type Request = { params: Readonly<Record<string, string>>; body: unknown }

export function requiredStepUp(stepUp: StepUp | undefined, { params, body }: Request): StepUpAction | undefined {
  if (stepUp === undefined) return undefined
  if (stepUp === 'admin') return ADMIN_MODE
  const { action, target, fields, unless = {}, otherwise, adminFor = [] } = stepUp
  const has = (field: string) => fieldOf(body, field) !== undefined
  const exempt = Object.entries(unless).some(([field, value]) => fieldOf(body, field) === value)
  if (exempt || (fields && !fields.some(has))) return otherwise || adminFor.some(has) ? ADMIN_MODE : undefined
  if (!target) return { action }
  return { action, target: target.map((name) => String(params[name] ?? fieldOf(body, name) ?? '')).join(':') }
}

const ADMIN_MODE: StepUpAction = { action: 'admin.mode' }

export function isAdminMode({ action }: StepUpAction): boolean {
  return action === 'admin.mode'
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
