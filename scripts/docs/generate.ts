// npm run docs: writes the tables of settings, problem codes and served operations into the documents. A test fails if
// they are out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents, withTables } from './tables.ts'

const root = join(import.meta.dirname, '../..')
for (const name of documents) {
  const path = join(root, name)
  const before = readFileSync(path, 'utf8')
  const after = withTables(before)
  if (after !== before) writeFileSync(path, after)
  console.log(`${name} ${after === before ? 'is up to date' : 'written'}`)
}
