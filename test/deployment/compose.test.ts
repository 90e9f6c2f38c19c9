import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readExample } from '../support/proxies/proxies.ts'
import { readYaml, validateCompose } from './validators.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const [single] = readYaml(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'))
const [cluster] = readYaml(readExample('compose-postgres/compose.yaml'))
const { 'countersign-1': node, 'countersign-2': secondNode, caddy, postgres } = cluster.services

describe('the Compose files', () => {
  test('are valid', () => {
    for (const file of [single, cluster]) assert.deepEqual(validateCompose(file), [])
    assert.deepEqual(validateCompose({ services: { countersign: { readonly: true } } }), [
      '/services/countersign: must NOT have additional properties',
    ])
  })

  test('give no container more than it needs', () => {
    for (const service of [single.services.countersign, node, secondNode, caddy, postgres]) {
      const { read_only, cap_drop, security_opt, privileged, network_mode } = service
      assert.deepEqual([read_only, cap_drop, security_opt], [true, ['ALL'], ['no-new-privileges:true']])
      assert.deepEqual([privileged, network_mode], [undefined, undefined])
    }
    for (const service of [single.services.countersign, node])
      assert.deepEqual([service.init, service.tmpfs], [true, ['/tmp']])
  })

  test('publish the ports of the proxy only, and of a single node on loopback', () => {
    assert.deepEqual(single.services.countersign.ports, ['127.0.0.1:3000:3000'])
    assert.deepEqual([node.ports, secondNode.ports, postgres.ports], [undefined, undefined, undefined])
    assert.equal(cluster.networks.database.internal, true)
    assert.deepEqual(
      [caddy.networks.proxy.ipv4_address, caddy.networks.database],
      [node.environment.TRUSTED_PROXIES, undefined],
    )
    const [{ ip_range: range }] = cluster.networks.proxy.ipam.config
    const [start, bits] = range.split('/')
    const dynamic = new BlockList()
    dynamic.addSubnet(start, Number(bits))
    assert.equal(dynamic.check(caddy.networks.proxy.ipv4_address), false)
  })

  test('read secrets from files', () => {
    const files = Object.keys(cluster.secrets).map((name) => `/run/secrets/${name}`)
    const { SECRET_KEY_FILE, DATABASE_URL_FILE } = node.environment
    assert.deepEqual([SECRET_KEY_FILE, DATABASE_URL_FILE, postgres.environment.POSTGRES_PASSWORD_FILE], files)
    assert.deepEqual([...node.secrets, ...postgres.secrets], Object.keys(cluster.secrets))
  })
})
