/**
 * The secp256k1 package ships binaries for common platforms. Elsewhere (such as ARM64 Linux) this compiles
 * it, if there is a compiler: signatures are then verified twenty times as fast as in JavaScript.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const fromServer = createRequire(join(import.meta.dirname, '..', 'server', 'package.json'))
const addon = dirname(fromServer.resolve('secp256k1/package.json'))

if (!loads()) compile()

function loads() {
  try {
    fromServer('secp256k1/bindings.js')
    return true
  } catch {
    return false
  }
}

function compile() {
  const output = join(addon, 'build', 'Release')
  mkdirSync(output, { recursive: true })
  const library = join(addon, 'src', 'secp256k1')
  const object = join(output, 'secp256k1.o')
  const field = ['-DHAVE___INT128=1', '-DUSE_FIELD_10X26=1', '-DUSE_SCALAR_4X64=1']
  const settings = [
    'ECMULT_GEN_PREC_BITS=4',
    'ECMULT_WINDOW_SIZE=15',
    'ENABLE_MODULE_ECDH=1',
    'ENABLE_MODULE_RECOVERY=1',
  ]
  const builtIn = ['USE_ENDOMORPHISM=1', 'USE_NUM_NONE=1', 'USE_FIELD_INV_BUILTIN=1', 'USE_SCALAR_INV_BUILTIN=1']
  const defines = [...settings, ...builtIn].map((define) => `-D${define}`)
  const c = ['-O2', '-fPIC', '-w', ...field, ...defines, `-I${library}`, `-I${library}/src`]
  const headers = [
    dirname(fromServer.resolve('node-api-headers/include/node_api.h')),
    dirname(fromServer.resolve('node-addon-api')),
  ]
  const cpp = ['-O2', '-fPIC', '-w', '-shared', '-std=c++17', '-DNAPI_VERSION=6', '-DNAPI_CPP_EXCEPTIONS']
  const sources = ['addon.cc', 'secp256k1.cc'].map((name) => join(addon, 'src', name))
  const link = process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : []
  const compiled =
    tries(process.env.CC ?? 'cc', [...c, '-c', join(library, 'src', 'secp256k1.c'), '-o', object]) &&
    tries(process.env.CXX ?? 'c++', [
      ...cpp,
      ...link,
      ...headers.map((folder) => `-I${folder}`),
      `-I${join(addon, 'src')}`,
      ...sources,
      object,
      '-o',
      join(output, 'secp256k1.node'),
    ])
  rmSync(object, { force: true })
  if (compiled && loads()) return
  rmSync(join(addon, 'build'), { recursive: true, force: true })
  process.stdout.write('No C++ compiler found: signatures are verified in JavaScript, which is slower.\n')
}

function tries(command, parameters) {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0
}
