/** `countersign [command]`, on Node 20 and newer. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { becomeNode, ensureNode } from './node.mjs'

ensureNode()
const args = process.argv.slice(2)
// A plain start takes less memory than through the command line.
const isPlainStart = args.length === 0 || (args.length === 1 && args[0] === 'start')
const file = (name) => join(fileURLToPath(new URL('.', import.meta.url)), name)
becomeNode(isPlainStart ? [file('start.mjs')] : [file('cli.mjs'), ...args])
