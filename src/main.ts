import { requireNode } from '../bin/node-version.mjs'
import { handleSignals } from './signals.ts'

// Everything else is imported after this check: a Node.js that is too old cannot even parse it.
requireNode()
handleSignals()
const { run } = await import('./run.ts')
await run()
