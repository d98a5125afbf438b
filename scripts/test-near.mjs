// npm run test:near -- PATH... [--walks] [--list]: the tests of the folders that mirror the given source or test paths.
// With --walks also the tests of every route; --list prints the files and runs none. Import graphs would not help, because most tests import most files.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

const isWalk = (name) => /^(every-route|bad-input|invisible-names)\.test\.ts$/.test(name)
const isTest = (name) => name.endsWith('.test.ts') && !name.endsWith('.proof.test.ts')
const hasTests = (folder) =>
  existsSync(folder) && readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(isTest)

/** Returns the test file itself, or the nearest folder with tests that mirrors the path. */
const nearest = (path) => {
  if (isTest(path) && existsSync(path)) return path
  // The tests of the operations of a routes file are in any file of its folder.
  const folder = path.replace(/[^/]+\.routes\.ts$/, '')
  const inner = folder.replace(/^(\.\/)?((src|test|openapi)\/)?(areas\/)?/, '').replace(/(\.test)?\.\w+$|\/$/, '')
  for (let place = inner; place !== '.'; place = dirname(place))
    for (const root of ['test/areas', 'test']) {
      if (hasTests(`${root}/${place}`)) return `${root}/${place}/`
      if (existsSync(`${root}/${place}.test.ts`)) return `${root}/${place}.test.ts`
    }
  return undefined
}

const given = process.argv.slice(2)
const paths = given.filter((argument) => !['--walks', '--list'].includes(argument))
const lost = paths.filter((path) => !nearest(path))
if (paths.length === 0 || lost.length > 0) {
  process.stderr.write(`No tests mirror ${lost.join(', ') || 'nothing'}. Give paths such as src/areas/people/groups.\n`)
  process.exit(1)
}
const walks = given.includes('--walks') ? readdirSync('test').filter(isWalk) : []
const files = [...new Set([...paths.map(nearest), ...walks.map((name) => `test/${name}`)])]
process.stdout.write(`${files.join('\n')}\n`)
if (!given.includes('--list')) {
  const { status } = spawnSync('npx', ['vitest', 'run', ...files], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
