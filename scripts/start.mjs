// npm start: builds if needed, then runs the server in the same process. The script in package.json replaces the shell of npm
// (exec), because a shell ends at a signal without passing it on.
import { requireNode } from '../bin/node-version.mjs'

requireNode()

/** A killed npm passes on no signal. The server would keep running, unnoticed, and the next start would find its port in use. */
const stopWithNpm = () => {
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGHUP')
  }, 500)
  watch.unref()
}

if (process.env.npm_lifecycle_event === 'start') stopWithNpm()
const { build } = await import('./build.mjs')
try {
  await build({ ifNeeded: true })
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
await import('../dist/main.js')
