/**
 * Compiled code, and TypeScript without its types, is kept from one start to the next. Whoever can write there
 * decides what runs, so it is inside the installation, like the packages. Node ignores a folder it cannot write.
 */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'countersign'))
