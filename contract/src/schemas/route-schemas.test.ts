import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { defineRoute, type Route } from '../route.ts'
import { routes, schemasOf } from './route-schemas.ts'

const SOURCE = join(import.meta.dirname, '..')

async function exportsOf(folder: string): Promise<Map<string, unknown>> {
  const files = globSync('**/*.ts', { cwd: join(SOURCE, folder) }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.filter((file) => file !== 'route-schemas.ts').map((file) => import(join(SOURCE, folder, file))),
  )
  return new Map(modules.flatMap((module: object) => Object.entries(module)))
}

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'method' in value

/** `{ body, query, answer }` with any of them left out. */
const isSchemasOfRoute = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => ['body', 'query', 'answer'].includes(key))

describe('schemasOf', () => {
  test('gives every exported route the schemas of the same name', async () => {
    const [exported, schemas] = await Promise.all([exportsOf('routes'), exportsOf('schemas')])
    const found = [...exported].filter(([, value]) => isRoute(value))
    assert.deepEqual(new Set(found.map(([, route]) => route)), new Set<unknown>(routes))
    for (const [name, route] of found)
      if (isRoute(route)) assert.deepEqual(schemasOf(route), schemas.get(name) ?? {}, `${name} has other schemas`)
  })

  test('leaves no schemas without a route', async () => {
    const [exported, schemas] = await Promise.all([exportsOf('routes'), exportsOf('schemas')])
    const named = [...schemas].filter(([, value]) => isSchemasOfRoute(value)).map(([name]) => name)
    assert.equal(named.length, routes.filter((route) => Object.keys(schemasOf(route)).length > 0).length)
    assert.deepEqual(
      named.filter((name) => !isRoute(exported.get(name))),
      [],
    )
  })

  test('throws for a route that is not registered', () => {
    const unknown = defineRoute()('GET /api/unknown')
    assert.throws(() => schemasOf(unknown), /GET \/api\/unknown is not registered/)
  })
})

describe('routes', () => {
  test('have one route for each method and path', () => {
    assert.equal(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size, routes.length)
  })

  test('declare a proof exactly when their body contains one', () => {
    const withProof = routes.filter((route) => {
      const body = schemasOf(route).body?._zod.def
      return body !== undefined && 'shape' in body && 'proof' in Object(body.shape)
    })
    assert.deepEqual(
      withProof,
      routes.filter(({ proof }) => proof),
    )
  })

  test('have a body only for methods that send one, and an answer unless the status is 204', () => {
    for (const route of routes) {
      const { body, answer } = schemasOf(route)
      if (route.method === 'GET') assert.equal(body, undefined, route.path)
      assert.equal(answer === undefined, route.status === 204, `${route.method} ${route.path}`)
    }
  })
})
