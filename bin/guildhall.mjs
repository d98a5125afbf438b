#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { requireNode } from './node-version.mjs'

requireNode()
const cli = new URL('../dist/cli.js', import.meta.url)
if (existsSync(cli)) await import(cli.href)
else {
  process.stderr.write('Guildhall is not built yet. In its folder run: npm ci && npm run build\n')
  process.exitCode = 1
}
