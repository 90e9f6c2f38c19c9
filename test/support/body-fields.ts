/** The names of the body fields of a route, from its schema. */

import assert from 'node:assert/strict'
import type { Route } from '@countersign/contract/route.ts'
import { schemasOf } from '@countersign/contract/schemas/route-schemas.ts'

export function bodyFieldsOf(route: Route): string[] {
  let schema: unknown = schemasOf(route).body
  // An optional body.
  while (schema instanceof Object && 'def' in schema && schema.def instanceof Object && 'innerType' in schema.def)
    schema = schema.def.innerType
  if (schema === undefined) return []
  assert.ok(schema instanceof Object && 'shape' in schema && schema.shape instanceof Object, route.path)
  return Object.keys(schema.shape)
}
