// Writes src/generated/schema.ts, the types of the published contract by openapi-typescript, unless it is up to date. The
// build of the client and `npm run types` run it first; at run time nothing reads the file. openapi-typescript needs
// TypeScript 5, which only this package has.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const target = join(folder, 'src', 'generated', 'schema.ts')
const contract = readFileSync(join(folder, '..', 'openapi', 'openapi.json'), 'utf8')
const { version } = createRequire(import.meta.url)('openapi-typescript/package.json')
const hash = createHash('sha256').update(version).update(contract).digest('hex')
const note = `// Made from openapi/openapi.json by client/generate-types.mjs. State: ${hash}\n`

const isCurrent = existsSync(target) && readFileSync(target, 'utf8').startsWith(note)
if (!isCurrent) {
  const { default: generate, astToString } = await import('openapi-typescript')
  const ast = await generate(JSON.parse(contract), { silent: true, alphabetize: false })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${note}\n${astToString(ast)}`)
}
