// Writes src/generated/schema.ts, the types of the published contract by openapi-typescript, unless it is up to date. The
// build of the client and `npm run types` run it first; at run time nothing reads the file. openapi-typescript needs
// TypeScript 5, which only tools/contract has.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTool } from '../scripts/tool.mjs'

const folder = dirname(fileURLToPath(import.meta.url))
const target = join(folder, 'src', 'generated', 'schema.ts')
const contract = readFileSync(join(folder, '..', 'openapi', 'openapi.json'), 'utf8')
const { dependencies } = JSON.parse(readFileSync(join(folder, '..', 'tools', 'contract', 'package.json'), 'utf8'))
const version = dependencies['openapi-typescript']
const hash = createHash('sha256').update(version).update(contract).digest('hex')
const note = `// Made from openapi/openapi.json by client/generate-types.mjs. State: ${hash}\n`

const isCurrent = existsSync(target) && readFileSync(target, 'utf8').startsWith(note)
if (!isCurrent) {
  await installTool('contract')
  const { generate, astToString } = await import('../tools/contract/openapi-typescript.mjs')
  const ast = await generate(JSON.parse(contract), { silent: true, alphabetize: false })
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${note}\n${astToString(ast)}`)
}
