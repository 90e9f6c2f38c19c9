/**
 * Caches compiled code, and TypeScript without its types, between starts. Anyone who can write to the folder can change
 * what the server runs, so it is part of the installation. If it is not writable, Node starts without a cache.
 */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'countersign'))
