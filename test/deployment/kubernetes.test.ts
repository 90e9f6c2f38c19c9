import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readExample } from '../support/proxies/proxies.ts'
import { readYaml, validateManifest } from './validators.mjs'

describe('the Kubernetes manifests', () => {
  const [config, deployment, budget, service] = readYaml(readExample('kubernetes/countersign.yaml'))
  const [ingress] = readYaml(readExample('kubernetes/ingress.yaml'))

  test('are valid, without a field that Kubernetes would ignore', () => {
    for (const manifest of [config, deployment, budget, service, ingress])
      assert.deepEqual(validateManifest(manifest), [])
    const [, changed] = readYaml(readExample('kubernetes/countersign.yaml').replace('readinessProbe:', 'readyProbe:'))
    assert.ok(validateManifest(changed).some((problem) => problem.endsWith('.readyProbe is unknown')))
  })

  test('select the pods of the deployment, by the name of its port', () => {
    const { selector, template } = deployment.spec
    const { labels } = template.metadata
    const [container] = template.spec.containers
    assert.deepEqual(
      [selector.matchLabels, budget.spec.selector.matchLabels, service.spec.selector],
      Array(3).fill(labels),
    )
    const { startupProbe, readinessProbe, livenessProbe } = container
    const probed = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => [httpGet.path, httpGet.port])
    assert.deepEqual(probed, [
      ['/healthz', 'http'],
      ['/readyz', 'http'],
      ['/healthz', 'http'],
    ])
    assert.deepEqual(container.ports, [{ name: 'http', containerPort: 3000 }])
    const { backend } = ingress.spec.rules[0].http.paths[0]
    assert.deepEqual(backend.service, { name: service.metadata.name, port: { name: service.spec.ports[0].name } })
    assert.equal(container.envFrom[0].configMapRef.name, config.metadata.name)
  })

  test('read secrets from files that are mounted', () => {
    const [container] = deployment.spec.template.spec.containers
    const [{ mountPath }] = container.volumeMounts
    assert.deepEqual(container.env, [
      { name: 'SECRET_KEY_FILE', value: `${mountPath}/secret-key` },
      { name: 'DATABASE_URL_FILE', value: `${mountPath}/database-url` },
    ])
  })

  test('meet the restricted pod security standard', () => {
    const { securityContext, containers, volumes, ...pod } = deployment.spec.template.spec
    const { runAsNonRoot, runAsUser, seccompProfile } = securityContext
    assert.deepEqual(
      { runAsNonRoot, seccompProfile },
      { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    )
    assert.ok(runAsUser > 0)
    for (const container of containers)
      assert.deepEqual(container.securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    assert.deepEqual(volumes.flatMap((volume: object) => Object.keys(volume)).sort(), [
      'emptyDir',
      'name',
      'name',
      'secret',
    ])
    for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) assert.ok(!(field in pod))
  })
})
