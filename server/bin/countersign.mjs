#!/usr/bin/env node
// npm links only what lies inside a package.
import '../../scripts/countersign.mjs'
