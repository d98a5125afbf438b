// npm start: builds what is out of date, then is the server. One process, so that signals reach it.
import { build } from './build.mjs'

try {
  await build({ ifNeeded: true })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../dist/main.js')
