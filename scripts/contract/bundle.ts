/** The contract as one document: the bundle of Redocly in a stable form. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenapiDocument, PathItem } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { withRecords } from './records.ts'

const run = promisify(execFile)
export const httpMethods = ['get', 'put', 'post', 'delete', 'patch']

/** Reads an OpenAPI entry file and all files that it references. Throws Redocly's message for a broken reference. */
export async function bundle(entry: string): Promise<OpenapiDocument> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-bundle-'))
  const output = join(folder, 'bundle.json')
  try {
    await runRedocly(entry, output)
    return withRecords(normalised(JSON.parse(await readFile(output, 'utf8')) as OpenapiDocument))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runRedocly(entry: string, output: string): Promise<void> {
  // The package has no API, only a command.
  const tool = join(import.meta.dirname, '../tool.mjs')
  const options = ['--ext', 'json', '--component-renaming-conflicts-severity', 'error']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  try {
    await run(process.execPath, [tool, 'contract', 'redocly', 'bundle', entry, '-o', output, ...options], { env })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new Error(`The contract cannot be bundled.\n${said}`, { cause: error })
  }
}

function normalised(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.entries(document.paths).map(([path, item]) => [path, flatPathItem(path, item)])
  // Redocly reads files concurrently, so the order of components is random: sort them.
  const components = sortedKeys(document.components ?? {}).map(([kind, byName]) => [
    kind,
    isJsonObject(byName) ? Object.fromEntries(sortedKeys(byName)) : byName,
  ])
  return { ...document, paths: Object.fromEntries(paths), components: Object.fromEntries(components) }
}

const sortedKeys = (object: JsonObject): [string, Json][] =>
  Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** Copies the parameters of a path to each of its operations, because a route has only its own. */
function flatPathItem(path: string, item: PathItem): PathItem {
  const { parameters, ...operations } = item
  const common = Array.isArray(parameters) ? parameters : []
  const entries = Object.entries(operations).map(([method, operation]) => {
    if (!httpMethods.includes(method) || !isJsonObject(operation))
      throw new Error(`${path}: "${method}" is not supported`)
    const own = Array.isArray(operation.parameters) ? operation.parameters : []
    const all = [...common, ...own]
    return [method, all.length > 0 ? { ...operation, parameters: all } : operation]
  })
  return Object.fromEntries(entries)
}
