/** Runs the steps of the Dockerfile in a folder, as a container engine would in an image, on this machine's system. */

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDockerfile } from '../../deployment/validators.mjs'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** What the steps name. Everything else belongs to the base image. */
const PATHS = /(?<=^|[\s=:>])\/(?:source|package|opt\/countersign|var\/cache\/countersign|data)(?![\w-])/g

type Instruction = { keyword: string; text: string }
type Options = { cwd: string; env: Record<string, string>; uid?: number; gid?: number }
export type Image = {
  folder: string
  labels: string
  /** How the image's own user runs its programs. */
  options: Options
  command: string[]
  /** The status of the health check for a server on this port. */
  checkHealth(port: number): number | null
}

/** `npm pack` is not run again: this is what it has written. */
export function buildImage(scratch: string, tarball: string): Image {
  const instructions: Instruction[] = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const second = instructions.findLastIndex(({ keyword }) => keyword === 'FROM')
  const builder = join(scratch, 'build')
  for (const path of ['source/server', 'package', 'opt', 'var/cache'])
    mkdirSync(join(builder, path), { recursive: true })
  cpSync(join(ROOT, 'scripts'), join(builder, 'source', 'scripts'), { recursive: true })
  for (const name of globSync('*.mjs', { cwd: join(ROOT, 'server') }))
    copyFileSync(join(ROOT, 'server', name), join(builder, 'source', 'server', name))
  cpSync(tarball, join(builder, 'package', 'countersign-0.tgz'))
  const base = baseOptions(scratch)
  runSteps(instructions.slice(0, second), builder, { ...base, cwd: join(builder, 'source') })
  return assemble(instructions.slice(second), { builder, folder: join(scratch, 'image'), base })
}

/** The Node that runs this, where every user may read it. */
function baseOptions(scratch: string): Options {
  const bin = join(scratch, 'bin')
  mkdirSync(bin)
  copyFileSync(process.execPath, join(bin, 'node'))
  return { cwd: scratch, env: { PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: scratch } }
}

function runSteps(steps: Instruction[], builder: string, start: Options): void {
  let options = start
  for (const { keyword, text } of steps) {
    if (keyword === 'USER') options = { ...options, ...userOf(text) }
    if (keyword === 'ENV') options = { ...options, env: { ...options.env, ...variablesOf(text, builder, options) } }
    if (keyword !== 'RUN' || text === 'mkdir /package && npm pack --pack-destination /package') continue
    execFileSync('sh', ['-ec', place(text, builder)], { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  }
}

type Stage = { builder: string; folder: string; base: Options }

function assemble(instructions: Instruction[], { builder, folder, base }: Stage): Image {
  const textsOf = (wanted: string) => instructions.flatMap(({ keyword, text }) => (keyword === wanted ? [text] : []))
  const textOf = (wanted: string) => {
    const [text, ...others] = textsOf(wanted)
    assert.ok(text !== undefined && others.length === 0, wanted)
    return text
  }
  for (const text of textsOf('COPY')) {
    const [from = '', to = ''] = text.split(' ')
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    execFileSync('cp', ['-a', join(builder, from), join(folder, to)])
  }
  const env = { ...base.env, ...variablesOf(textOf('ENV'), folder, base) }
  const options = { cwd: join(folder, textOf('WORKDIR')), env, ...userOf(textOf('USER')) }
  const [check = '', ...checkWords] = wordsOf(textOf('HEALTHCHECK'))
  return {
    folder,
    labels: textOf('LABEL'),
    options,
    command: wordsOf(textOf('CMD')),
    checkHealth: (port) =>
      spawnSync(check, checkWords, { ...options, env: { ...env, PORT: String(port) }, stdio: 'inherit' }).status,
  }
}

const place = (text: string, folder: string) => text.replaceAll(PATHS, (path) => join(folder, path))

function wordsOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')))
}

function variablesOf(text: string, folder: string, { env }: Options): Record<string, string> {
  const pairs = text.replaceAll('\\\n', ' ').trim().split(/\s+/)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [name, place(value, folder).replace('$PATH', env.PATH ?? '')]
    }),
  )
}

/** Only root can run programs as another user; others run them as themselves. */
function userOf(text: string): { uid?: number; gid?: number } {
  const [uid, gid] = text.split(':').map(Number)
  assert.ok(uid && gid, 'a user without privileges, by number')
  return process.getuid?.() === 0 ? { uid, gid } : {}
}
