// node scripts/tool.mjs NAME [COMMAND ARGUMENTS...]: installs the packages of tools/NAME at their first use and when their lock file
// changed, then runs one of their commands in the current folder. Build, start and most tests do without them.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withProcessLock } from './build/process-lock.mjs'

const root = join(import.meta.dirname, '..')

/**
 * Returns the folder of a tool, in which its packages of the lock file are installed.
 * @param {string} name of the folder in tools/
 * @throws {Error} if npm cannot install them
 */
export const installTool = async (name) => {
  const folder = join(root, 'tools', name)
  if (!existsSync(join(folder, 'package-lock.json'))) throw new Error(`There is no tool "${name}" in tools/.`)
  const stamp = join(folder, 'node_modules', '.lock-hash')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (isCurrent()) return folder
  await withProcessLock(join(root, 'node_modules', `.guildhall-tool-${name}`), async () => {
    if (isCurrent()) return
    process.stderr.write(`Installing the packages of tools/${name} ...\n`)
    const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 2, 2] })
    if (status !== 0)
      throw new Error(`Its packages are not installed. Look at the errors of: npm ci --prefix tools/${name}`)
    writeFileSync(stamp, wanted)
  })
  return folder
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const [name = '', command, ...given] = process.argv.slice(2)
    const folder = await installTool(name)
    if (command !== undefined) {
      const { status, error } = spawnSync(join(folder, 'node_modules', '.bin', command), given, { stdio: 'inherit' })
      if (error) throw error
      process.exitCode = status ?? 1
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
