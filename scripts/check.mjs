// npm run check: runs the checks of a change, two at a time. Shows the output of each when it has ended. Fails if one fails.
import { spawn, spawnSync } from 'node:child_process'

/** The scripts of package.json, the longest first. */
const CHECKS = ['types', 'db:check', 'unused', 'contract:lint', 'contract:check', 'lint', 'source', 'arch']
const AT_ONCE = 2

/**
 * Runs a check, and returns whether it succeeded.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
const run = (name) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
    child.on('close', (code) => {
      process.stdout.write(`\n> ${name}${code === 0 ? '' : ' failed'}\n${Buffer.concat(output)}`)
      resolve(code === 0)
    })
  })

// The checks read what these generate.
for (const generation of [['db:generate'], ['types', '-w', 'client']]) {
  const { status } = spawnSync('npm', ['run', '--silent', ...generation], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const waiting = [...CHECKS]
/** @type {string[]} */
const failed = []
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (!(await run(name))) failed.push(name)
    }
  }),
)
if (failed.length > 0) {
  process.stderr.write(`\nFailed: ${failed.join(', ')}\n`)
  process.exit(1)
}
