import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readYaml, validateWorkflow } from './validators.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort()

describe('the workflows', () => {
  const workflows = find('.github/workflows/*')

  test('are accepted by the parser of GitHub', async () => {
    assert.ok(workflows.length > 0)
    for (const path of workflows) assert.deepEqual(await validateWorkflow(path, read(path)), [])
    assert.equal(
      (await validateWorkflow('wrong.yml', 'on: push\njobs:\n  a:\n    runs-on: x\n    step: []\n')).length,
      1,
    )
  })

  test('pin actions by commit and grant reading only', () => {
    for (const path of workflows) {
      const text = read(path)
      for (const [line] of text.matchAll(/^.*\buses:.*$/gm))
        assert.match(line, /uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
      const [workflow] = readYaml(text)
      assert.deepEqual(workflow.permissions, {})
      for (const job of Object.values<{ permissions: object }>(workflow.jobs))
        assert.deepEqual(job.permissions, { contents: 'read' })
    }
  })

  test('run the commands of the README', () => {
    const commands = [...read('README.md').matchAll(/^npm (?:start|test)$/gm)].map(([command]) => command)
    assert.deepEqual(commands, ['npm start', 'npm test'])
    const [{ jobs }] = readYaml(read('.github/workflows/test.yml'))
    const runs = (job: { steps: { run?: string }[] }) => job.steps.flatMap(({ run }) => run?.split('\n')[0] ?? [])
    assert.deepEqual([runs(jobs.start), runs(jobs.test)], [['npm start &'], ['npm test']])
    assert.deepEqual(jobs.start.strategy.matrix.node, [20, 22, 24])
  })
})

describe('the other settings of the repository', () => {
  test('have forms with unique fields', () => {
    const forms = find('.github/ISSUE_TEMPLATE/*.yml').filter((path) => !path.endsWith('config.yml'))
    assert.equal(forms.length, 2)
    for (const path of forms) {
      const [{ name, description, body }] = readYaml(read(path))
      assert.ok(name && description)
      const fields: { id?: string; type: string; attributes: object }[] = body
      const ids = fields.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
      assert.ok(ids.every(Boolean))
      assert.equal(new Set(ids).size, ids.length)
    }
  })

  test('use the same Node everywhere', () => {
    const { image, forwardPorts } = JSON.parse(read('.devcontainer/devcontainer.json'))
    const [{ jobs }] = readYaml(read('.github/workflows/test.yml'))
    assert.deepEqual([image, forwardPorts], [jobs.test.container, [3000]])
    assert.match(read('Dockerfile'), new RegExp(`^ARG NODE_IMAGE=${image}-slim$`, 'm'))
  })

  test('name existing packages in the rules of Renovate', () => {
    const { packageRules } = JSON.parse(read('.github/renovate.json'))
    const lock = ['', 'server/node/', 'test/wallets/'].map((folder) => read(`${folder}package-lock.json`)).join('')
    const names: string[] = packageRules.flatMap(
      (rule: { matchPackageNames?: string[] }) => rule.matchPackageNames ?? [],
    )
    const ofPackages = names.filter((name) => name !== 'node')
    for (const name of ofPackages) assert.ok(lock.includes(`node_modules/${name}"`), name)
  })
})
