import type * as z from 'zod/mini'

/** For example `{purpose: sign_in|setup, keep: boolean}`. */
export function describeShape(schema: z.ZodMiniType | undefined): string {
  if (!schema) return 'none'
  const { def } = schema._zod as { def: Definition } // zod's own definition of the schema, which it exposes as unknown
  switch (def.type) {
    case 'object':
      return `{${Object.entries(def.shape ?? {})
        .map(([name, part]) => `${name}${isOptional(part) ? '?' : ''}: ${describeShape(part)}`)
        .join(', ')}}`
    case 'enum':
      return Object.values(def.entries ?? {}).join('|')
    case 'literal':
      return (def.values ?? []).join('|')
    case 'array':
      return `${def.element ? describeShape(def.element) : 'unknown'}[]`
    case 'nullable':
      return `${def.innerType ? describeShape(def.innerType) : 'unknown'}|null`
    case 'optional':
      return def.innerType ? describeShape(def.innerType) : 'unknown'
    case 'record':
      return '{…}'
    default:
      return def.type
  }
}

type Definition = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  entries?: Record<string, string>
  values?: unknown[]
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
}

function isOptional(schema: z.ZodMiniType): boolean {
  return (schema._zod.def as { type: string }).type === 'optional' // every definition has a type
}
