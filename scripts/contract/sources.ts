/** The file of openapi/ that contains each schema and path, which determines its generated module. */
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { parse } from 'yaml'
import type { OpenapiDocument } from '#kernel/contract/document'
import { isJsonObject, type Json } from '#kernel/contract/json'
import type { SourceOperation } from './operation-code.ts'

export interface SourceModule {
  /** The path in openapi/ and in src/contract/, such as `people/contacts` or `shared`. */
  name: string
  schemas: string[]
  operations: SourceOperation[]
}

interface SourceFile {
  name: string
  schemas: string[]
  paths: string[]
}

export const entryName = 'openapi'

export async function readSourceFiles(folder: string): Promise<SourceFile[]> {
  const all = await readdir(folder, { recursive: true })
  const names = all.filter((file) => file.endsWith('.yaml')).map((file) => file.slice(0, -5).split(sep).join('/'))
  const areas = names.filter((name) => name !== entryName).sort()
  return Promise.all(areas.map((name) => readSourceFile(folder, name)))
}

async function readSourceFile(folder: string, name: string): Promise<SourceFile> {
  const content: Json = parse(await readFile(join(folder, `${name}.yaml`), 'utf8'))
  const keys = (value: Json | undefined): string[] => (isJsonObject(value) ? Object.keys(value) : [])
  const { components, paths } = isJsonObject(content) ? content : {}
  return { name, schemas: keys(isJsonObject(components) ? components.schemas : undefined), paths: keys(paths) }
}

/** The files with their content in the bundle. `unused` lists the schemas that Redocly leaves out as unused. */
export function sourceModules(
  files: SourceFile[],
  bundle: OpenapiDocument,
): { modules: SourceModule[]; unused: string[] } {
  const { schemas } = bundle.components
  const kept = new Set(isJsonObject(schemas) ? Object.keys(schemas) : [])
  const unused = files.flatMap((file) =>
    file.schemas.filter((name) => !kept.has(name)).map((name) => `${name} (openapi/${file.name}.yaml)`),
  )
  const modules = files.map((file) => ({
    name: file.name,
    schemas: file.schemas.filter((name) => kept.has(name)),
    operations: file.paths.flatMap((path) => operationsOf(bundle, path)),
  }))
  refuseFaults(modules, bundle)
  return { modules, unused }
}

function operationsOf(bundle: OpenapiDocument, path: string): SourceOperation[] {
  return Object.entries(bundle.paths[path] ?? {}).flatMap(([method, json]) =>
    isJsonObject(json) ? [{ path, method, json }] : [],
  )
}

function refuseFaults(modules: SourceModule[], bundle: OpenapiDocument): void {
  const ids = modules.flatMap(({ operations }) => operations.map(({ json }) => json.operationId))
  const names = modules.flatMap(({ schemas }) => schemas)
  const owned = new Set(modules.flatMap(({ operations }) => operations.map(({ path }) => path)))
  const faults = [
    ...repeated(ids).map((id) => `operationId ${String(id)} is missing or used twice`),
    ...repeated(names).map((name) => `schema ${String(name)} is defined in two files`),
    ...names
      .filter((name) => names.includes(`${name}Input`))
      .map((name) => `${name}Input is the request type of ${name}`),
    ...Object.keys(bundle.paths)
      .filter((path) => !owned.has(path))
      .map((path) => `${path} belongs to no area file`),
  ]
  if (faults.length > 0) throw new Error(`The contract is at fault:\n${faults.join('\n')}`)
}

function repeated<T>(values: T[]): T[] {
  return values.filter((value, index) => value === undefined || values.indexOf(value) !== index)
}
