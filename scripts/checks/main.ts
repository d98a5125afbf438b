import { join } from 'node:path'
import { listProse } from './prose.ts'
import { checkAll, tooFew } from './rules.ts'
import { ENDINGS, type Fault, FOLDERS, readSources } from './sources.ts'

const root = join(import.meta.dirname, '../..')
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']

/** Runs the check with the arguments of the command line, prints each fault and returns the exit code. */
export const main = (args: string[]): number => {
  const limits = args.filter((arg) => !arg.startsWith('--')).map((path) => path.replace(/^\.\/|\/$/g, ''))
  const files = readSources(root, FOLDERS, ENDINGS)
  const isShown = ({ path }: Fault) => limits.length === 0 || limits.some((limit) => isBelow(path, limit))
  const faults = checkAll(files).filter(isShown)
  print(faults)
  if (args.includes('--all-comments')) {
    const documents = readSources(root, ['docs', 'src', 'test', ...DOCUMENTS], ['.md'])
    const listed = listProse([...files, ...documents]).filter(isShown)
    print(listed)
    console.log(`${listed.length} expressions in comments, strings and documents, which do not fail the check`)
  }
  const missing = tooFew(files)
  for (const message of missing) console.error(message)
  console.log(`${files.length} files, ${faults.length} faults`)
  return faults.length + missing.length > 0 ? 1 : 0
}

const isBelow = (path: string, limit: string) => path === limit || path.startsWith(`${limit}/`)

const print = (faults: Fault[]) => {
  for (const { path, line, message } of faults) console.log(`${path}:${line} ${message}`)
}
