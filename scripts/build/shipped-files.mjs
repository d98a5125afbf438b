import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials, bundledPackages } from './bill-of-materials.mjs'
import { OUTSIDE_PACKAGES } from './bundle.mjs'
import { closureOf, lockFileOf } from './lock-file.mjs'

/** The files that describe a build: what `npm ci` installs beside it, and all packages that are shipped. */
export const SHIPPED_FILES = ['package.json', 'package-lock.json', '.npmrc', 'sbom.cdx.json']

/**
 * Writes them into `dist`, from the lock file of the checkout.
 * @param {string} root the folder of package.json
 * @param {import('esbuild').Metafile} metafile of the bundle
 */
export const writeShippedFiles = (root, metafile) => {
  const { name, version, description, license, engines, dependencies, overrides } = readJson(root, 'package.json')
  const lock = readJson(root, 'package-lock.json')
  const installed = [...closureOf(lock.packages, OUTSIDE_PACKAGES).keys()].sort()
  const isInstalled = (one) => installed.some((path) => path.endsWith(`node_modules/${one}`))
  const manifest = {
    name,
    version,
    description,
    license,
    private: true,
    type: 'module',
    engines,
    dependencies: Object.fromEntries(OUTSIDE_PACKAGES.map((one) => [one, dependencies[one]])),
    overrides: Object.fromEntries(Object.entries(overrides).filter(([one]) => isInstalled(one))),
  }
  const own = lockFileOf(manifest, lock)
  const bundled = bundledPackages(metafile, lock.packages).map((path) => [path, lock.packages[path]])
  const bill = billOfMaterials(
    manifest,
    bundled,
    installed.map((path) => [path, own.packages[path]]),
  )
  writeJson(root, 'package.json', manifest)
  writeJson(root, 'package-lock.json', own)
  writeJson(root, 'sbom.cdx.json', bill)
  copyFileSync(join(root, '.npmrc'), join(root, 'dist', '.npmrc'))
}

const readJson = (root, name) => JSON.parse(readFileSync(join(root, name), 'utf8'))

const writeJson = (root, name, value) => writeFileSync(join(root, 'dist', name), `${JSON.stringify(value, null, 2)}\n`)
