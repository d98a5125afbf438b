import { createHash } from 'node:crypto'

/** The packages whose code is in a bundle, as folders of the lock file. @param {import('esbuild').Metafile} metafile */
export const bundledPackages = ({ inputs, outputs }, packages) => {
  const used = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const folders = used.filter((name) => inputs[name]).map((name) => folderOf(name, packages))
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort()
}

/** The folder of the package that contains a file: some packages have further package.json files inside. */
const folderOf = (file, packages) => {
  const parts = /^(.*node_modules\/)((?:@[^/]+\/)?[^/]+)\//.exec(file)
  const folder = parts ? parts[1] + parts[2] : undefined
  return folder !== undefined && packages[folder] ? folder : undefined
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The address of a package (purl). */
const addressOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** The checksum of a package in the lock file, in the form of CycloneDX. */
const hashesOf = ({ integrity = '' }) => {
  const [, algorithm, digest] = /^sha(\d+)-(\S+)/.exec(integrity) ?? []
  if (digest === undefined) return {}
  return { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] }
}

/** The license: an SPDX id or expression, or the text of the package. */
const licensesOf = ({ license }) => {
  if (typeof license !== 'string') return {}
  if (/ (OR|AND|WITH) /.test(license)) return { licenses: [{ expression: license }] }
  return { licenses: [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }] }
}

const componentOf = (path, entry, place) => {
  const name = nameOf(path)
  const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name]
  return {
    type: 'library',
    'bom-ref': `${addressOf(name, entry.version)}#${path}`,
    ...(scope && { group: scope }),
    name: short,
    version: entry.version,
    scope: place === 'installed' && entry.optional ? 'optional' : 'required',
    ...hashesOf(entry),
    ...licensesOf(entry),
    purl: addressOf(name, entry.version),
    properties: [{ name: 'guildhall:place', value: place }],
  }
}

/**
 * Lists all packages that are shipped, as CycloneDX 1.6: those in the bundle, and those that are installed beside it. It has
 * no time and no random id, so that equal builds have equal lists.
 */
export const billOfMaterials = ({ name, version, license }, bundled, installed) => {
  const components = [
    ...bundled.map(([path, entry]) => componentOf(path, entry, 'bundled')),
    ...installed.map(([path, entry]) => componentOf(path, entry, 'installed')),
  ]
  const unique = new Map(components.map((one) => [`${one['bom-ref']} ${one.properties[0].value}`, one]))
  const listed = [...unique.values()].map((one) => ({
    ...one,
    'bom-ref': `${one['bom-ref']}:${one.properties[0].value}`,
  }))
  const digest = createHash('sha256').update(JSON.stringify(listed)).digest('hex')
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `5${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ]
  const self = addressOf(name, version)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: self,
      },
    },
    components: listed,
    dependencies: [{ ref: self, dependsOn: listed.map((one) => one['bom-ref']) }],
  }
}
