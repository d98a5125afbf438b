/**
 * npm run contract: openapi/*.yaml into openapi/openapi.json, src/contract/** and the facts of the client.
 * npm run contract:check (--check): writes nothing, and fails if the committed files differ from its output.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OpenapiDocument } from '#kernel/contract/document'
import { buildPublishedDocument } from '#kernel/contract/published'
import { bundle } from './bundle.ts'
import { clientFiles } from './client-files.ts'
import { jsonText } from './json-text.ts'
import { entryText, indexText, type ModuleContext, moduleText } from './modules.ts'
import { entryName, readSourceFiles, sourceModules } from './sources.ts'

/** File contents by path, relative to the root of the project. */
type Files = Map<string, string>

const bundlePath = 'openapi/openapi.json'
const codeFolder = 'src/contract'

interface Generated {
  files: Files
  unused: string[]
  document: OpenapiDocument
}

export async function generate(openapiFolder: string): Promise<Generated> {
  const document = await bundle(join(openapiFolder, `${entryName}.yaml`))
  const { modules, unused } = sourceModules(await readSourceFiles(openapiFolder), document)
  const homes = new Map(modules.flatMap(({ name, schemas }) => schemas.map((schema) => [schema, name])))
  const context: ModuleContext = { bundle: document, homes }
  const files: Files = new Map([[bundlePath, jsonText(buildPublishedDocument(document))]])
  for (const module of modules) files.set(`${codeFolder}/${module.name}.ts`, moduleText(module, context))
  files.set(`${codeFolder}/index.ts`, indexText(modules))
  files.set(`${codeFolder}/entry.ts`, entryText(document))
  return { files, unused, document }
}

/** Lists the files of the project that would change or be deleted. Empty if all are up to date. */
export async function differences(root: string, files: Files): Promise<string[]> {
  const wanted = [...files].map(async ([path, text]) => {
    const found = await readFile(join(root, path), 'utf8').catch(() => undefined)
    if (found === undefined) return `${path} is missing`
    return found === text ? undefined : `${path} differs`
  })
  const stale = (await staleFiles(root, files)).map((path) => `${path} is no longer generated`)
  return [...(await Promise.all(wanted)).filter((line) => line !== undefined), ...stale]
}

async function staleFiles(root: string, files: Files): Promise<string[]> {
  const found = await readdir(join(root, codeFolder), { recursive: true }).catch(() => [])
  const paths = found.map((file) => `${codeFolder}/${file.split(sep).join('/')}`)
  return paths.filter((path) => path.endsWith('.ts') && !files.has(path))
}

export async function write(root: string, files: Files): Promise<void> {
  for (const path of await staleFiles(root, files)) await rm(join(root, path))
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

async function main(root: string, check: boolean): Promise<void> {
  const { files: server, unused, document } = await generate(join(root, 'openapi'))
  const files = new Map([...server, ...clientFiles(document)])
  if (unused.length > 0) console.warn(`Left out, because no operation references them:\n  ${unused.join('\n  ')}`)
  if (!check) {
    await write(root, files)
    return console.log(`${files.size} files written.`)
  }
  const found = await differences(root, files)
  if (found.length === 0) return console.log(`${files.size} generated files are up to date.`)
  console.error(`The generated contract is not what openapi/ says; run npm run contract.\n  ${found.join('\n  ')}`)
  process.exitCode = 1
}

const self = fileURLToPath(import.meta.url)
if (process.argv[1] === self) await main(join(dirname(self), '../..'), process.argv.includes('--check'))
