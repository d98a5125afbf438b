/**
 * Part of `npm run build`: writes the OpenAPI document of the served operations as JSON and YAML into dist/. To make it
 * while the server runs would block other requests for a second.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { buildServedDocument, type OpenapiDocument } from '#kernel/contract/document'
import { servedOperations } from '../checks/served.ts'
import { readSources } from '../checks/sources.ts'

const root = join(import.meta.dirname, '../..')

/** Returns the content of each file by its name. */
export const servedFileTexts = (): Record<string, string> => {
  const bundle = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8')) as OpenapiDocument
  const sources = readSources(root, ['src/areas', 'src/kernel', 'src/services'], ['.ts'])
  const served = buildServedDocument(bundle, servedOperations(sources, /\.(routes|plugin)\.ts$/))
  return {
    'openapi.json': JSON.stringify(served),
    'openapi.yaml': stringify(served, { aliasDuplicateObjects: false }),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(servedFileTexts())) writeFileSync(join(root, 'dist', name), text)
}
