/** Reads and validates what operators deploy, with packages that only these tests need. */

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { Validation } from '@cyclonedx/cyclonedx-library'
import { Ajv } from 'ajv'
import { DockerfileParser } from 'dockerfile-ast'
import { validate as validateDeployment } from 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment'
import { validate as validateConfigMap } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as validateService } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as validateIngress } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress'
import { validate as validateBudget } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { parseAllDocuments } from 'yaml'

/**
 * Every document of a YAML file; throws on a syntax error, a duplicate key or a number that YAML 1.1 reads differently.
 *
 * @param {string} text
 * @returns {any[]}
 */
export function readYaml(text) {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem
    return document.toJS()
  })
}

const KINDS = {
  ConfigMap: validateConfigMap,
  Deployment: validateDeployment,
  Ingress: validateIngress,
  PodDisruptionBudget: validateBudget,
  Service: validateService,
}

/**
 * What Kubernetes would refuse in a manifest, and the fields that it does not know.
 *
 * @param {any} manifest
 * @returns {string[]}
 */
export function validateManifest(manifest) {
  const { kind } = manifest
  const validate = KINDS[kind]
  const unread = new Set()
  if (!validate(recordReads(manifest, kind, unread)))
    return validate.errors.map(({ instancePath, keyword }) => `${kind}${instancePath}: ${keyword}`)
  return [...unread].map((field) => `${field} is unknown`)
}

/** The validators of the models accept unknown fields, but do not read them. */
function recordReads(value, path, unread) {
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => {
    const place = `${path}.${name}`
    unread.add(place)
    return [name, recordReads(field, place, unread)]
  })
  const copy = Object.assign(Array.isArray(value) ? [] : {}, Object.fromEntries(fields))
  return new Proxy(copy, {
    get(target, name) {
      unread.delete(`${path}.${String(name)}`)
      return target[name]
    },
  })
}

/**
 * What is wrong with a Compose file, by the schema of the Compose specification.
 *
 * @param {unknown} file
 * @returns {string[]}
 */
export function validateCompose(file) {
  const text = readFileSync(join(import.meta.dirname, 'node_modules/dclint/schemas/compose.schema.json'), 'utf8')
  // It names draft 7 with https, which only the newer drafts have in their names.
  const { $schema: _, ...schema } = JSON.parse(text)
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  if (validate(file)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}

/**
 * What is wrong with a workflow, by GitHub's own parser, and its jobs.
 *
 * @param {string} name
 * @param {string} content
 */
export async function validateWorkflow(name, content) {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await loadWorkflowParser()
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

/** The parser imports JSON without the attribute that Node requires. */
async function loadWorkflowParser() {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  })
  try {
    return await import('@actions/workflow-parser')
  } finally {
    hooks.deregister()
  }
}

/**
 * The instructions of a Dockerfile in order, with their flags and arguments.
 *
 * @param {string} text
 */
export function readDockerfile(text) {
  return DockerfileParser.parse(text)
    .getInstructions()
    .map((instruction) => ({
      keyword: instruction.getKeyword(),
      text: instruction.getRawArgumentsContent() ?? '',
    }))
}

/**
 * The reason why a text is no CycloneDX document of the version, or undefined.
 *
 * @param {string} text
 */
export async function validateBom(text) {
  const { specVersion } = JSON.parse(text)
  return (await new Validation.JsonStrictValidator(specVersion).validate(text)) ?? undefined
}
