import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenapiDocument, toOpenapiSchema } from '#kernel/contract/document'
import { type Json, mapObjects } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { differences, generate, write } from '#scripts/contract/generate'
import { smallContract, typeAssertions } from './small-contract.ts'

const project = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

interface GeneratedModule {
  schemas: TSchema[]
  operations: Record<string, Operation>
}

describe('the contract generator', () => {
  let root: string
  let files: Map<string, string>
  let unused: string[]
  const module = (name: string): Promise<GeneratedModule> =>
    import(pathToFileURL(join(root, `src/contract/${name}.ts`)).href)
  const bundle = (): OpenapiDocument => JSON.parse(files.get('openapi/openapi.json') ?? '')

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'guildhall-contract-'))
    await write(root, new Map(Object.entries(smallContract).map(([path, content]) => [`openapi/${path}`, content])))
    ;({ files, unused } = await generate(join(root, 'openapi')))
    await write(root, files)
    // The imports of generated modules, and the options of the compiler.
    await mkdir(join(root, 'src'), { recursive: true })
    await symlink(join(project, 'src/kernel'), join(root, 'src/kernel'))
    await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
    const { imports } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
    await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', imports }))
    await writeFile(join(root, 'types.ts'), typeAssertions)
    const tsconfig = { extends: join(project, 'tsconfig.json'), include: ['types.ts', 'src/contract/index.ts'] }
    await writeFile(join(root, 'tsconfig.json'), JSON.stringify(tsconfig))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('keeps every keyword of a schema', async () => {
    const schemas = [...(await module('wing/people')).schemas, ...(await module('shared')).schemas]
    const byName = Object.fromEntries(schemas.map((schema) => [schema.$id, toOpenapiSchema(schema)]))
    // The published document requires every field of a response; see published.test.
    const lists = (schema: Json) => mapObjects(schema, ({ required: _required, ...rest }) => rest)
    const published = bundle().components.schemas as Record<string, Json>
    for (const [name, schema] of Object.entries<Json>(byName))
      expect(lists(schema)).toEqual(lists(published[name] ?? null))
    expect(byName.Person).toMatchObject({
      required: ['Name'],
      properties: { Colour: { $ref: '#/components/schemas/Colour', description: 'Favourite.' } },
    })
  })

  it('generates types with complete responses, partial requests, and recursive shapes', async () => {
    const compiler = join(project, 'node_modules/typescript/bin/tsc')
    const failed = await run(process.execPath, [compiler, '-p', root]).then(
      () => undefined,
      (error: Error & { stdout: string }) => error.stdout || error.message,
    )
    expect(failed).toBeUndefined()
  })

  it('describes an operation for the router, the checks and the document', async () => {
    const { getPerson, deletePerson } = (await module('wing/people')).operations
    expect(getPerson).toMatchObject({ method: 'GET', url: '/api/people/:id', openapiPath: '/api/people/{id}' })
    expect(getPerson).toMatchObject({ scope: 'people:read', isPublic: false, extension: false })
    expect(deletePerson).toMatchObject({ scope: 'people:write', extension: true })
    expect(toOpenapiSchema(getPerson?.schema.params ?? {})).toEqual({
      type: 'object',
      properties: { id: { type: 'integer', format: 'int32', minimum: 1 } },
      required: ['id'],
    })
    const described = bundle().paths['/api/people/{id}']?.get
    expect(described).toMatchObject(getPerson?.document ?? {})
  })

  it('validates only JSON bodies and accepts other content unchanged', async () => {
    const { runFiles } = (await module('wing/files')).operations
    expect(runFiles).toMatchObject({ url: '/api/files::run', scope: null, isPublic: true })
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Person' } } } }
    expect(toOpenapiSchema(runFiles?.schema.body ?? {})).toEqual(body)
  })

  it('reports the schemas that no operation references', () => {
    expect(unused).toEqual(['Forgotten (openapi/shared.yaml)'])
  })

  it('distinguishes changed, missing and stale files', async () => {
    expect(await differences(root, files)).toEqual([])
    const changed = new Map(files)
    changed.delete('src/contract/wing/files.ts')
    changed.set('src/contract/wing/people.ts', '').set('src/contract/wing/new.ts', '')
    expect(await differences(root, changed)).toEqual([
      'src/contract/wing/people.ts differs',
      'src/contract/wing/new.ts is missing',
      'src/contract/wing/files.ts is no longer generated',
    ])
  })

  it('reports the faults of an invalid contract', async () => {
    const faulty = await mkdtemp(join(tmpdir(), 'guildhall-contract-'))
    const twice = (smallContract['wing/people.yaml'] ?? '').replace('deletePerson', 'getPerson')
    const sources = { ...smallContract, 'wing/people.yaml': twice }
    for (const [path, content] of Object.entries(sources)) {
      await mkdir(dirname(join(faulty, path)), { recursive: true })
      await writeFile(join(faulty, path), content)
    }
    await expect(generate(faulty)).rejects.toThrow('operationId getPerson is missing or used twice')
    await writeFile(join(faulty, 'shared.yaml'), 'components: {}')
    await expect(generate(faulty)).rejects.toThrow("Can't resolve $ref")
    await rm(faulty, { recursive: true })
  })
})
