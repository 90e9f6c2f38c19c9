#!/usr/bin/env node
/** The command of the package, and in a checkout. Only a checkout has scripts, which install and build first. */

import { existsSync } from 'node:fs'

const checkout = new URL('../../scripts/countersign.mjs', import.meta.url)
await import(existsSync(checkout) ? checkout.href : '../../dist/server/command.mjs')
