import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The folder with `server/` and `web/`: of a checkout, or inside the package, where files are JavaScript. */
export const root = join(import.meta.dirname, '..', '..', '..')

const isCheckout = extname(import.meta.filename) === '.ts'

/** Where relative paths of the configuration start. A package is installed once for any number of folders. */
export const configFolder = isCheckout ? root : process.cwd()

export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
