// npm start: builds if needed, then runs the server in the same process, which therefore receives the signals.
import { requireNode } from '../bin/node-version.mjs'

requireNode()
const { build } = await import('./build.mjs')
try {
  await build({ ifNeeded: true })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../dist/main.js')
