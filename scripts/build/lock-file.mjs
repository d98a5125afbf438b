// The packages that a program needs, from the lock file of the checkout: no registry is asked, and every version is the tested one.

/** The folder of a package as another package finds it: in its own node_modules, or in that of a folder above. */
const findPackage = (packages, from, name) => {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
    if (packages[path]) return path
    if (at === '') return undefined
  }
}

/** The packages that a package needs: those that it cannot be without, and the others. */
const needsOf = ({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) => {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  const optional = Object.keys(optionalDependencies)
  const required = [...Object.keys(dependencies), ...peers].filter((name) => !optional.includes(name))
  return { required, optional }
}

/**
 * Finds the packages that are installed for some packages.
 * @param {Record<string, object>} packages of a package-lock.json
 * @param {string[]} names of packages in the outermost node_modules
 * @returns {Map<string, boolean>} their folders, and whether each is optional
 */
export const closureOf = (packages, names) => {
  const found = new Map()
  const add = (from, name, isOptional) => {
    const path = findPackage(packages, from, name)
    if (path === undefined) {
      if (isOptional) return
      throw new Error(`package-lock.json has no ${name}, which ${from} needs. Run: npm install`)
    }
    if (found.has(path) && (found.get(path) === false || isOptional)) return
    found.set(path, isOptional)
    const { required, optional } = needsOf(packages[path])
    for (const one of required) add(path, one, isOptional)
    for (const one of optional) add(path, one, true)
  }
  for (const name of names) add('', name, false)
  return found
}

/** The lock file of a package with some dependencies, which are in the lock file of the checkout. */
export const lockFileOf = (manifest, { lockfileVersion, packages }) => {
  const closure = closureOf(packages, Object.keys(manifest.dependencies))
  const entries = [...closure].sort().map(([path, isOptional]) => {
    const { dev, devOptional, optional, peer, ...entry } = packages[path]
    return [path, { ...entry, ...(isOptional && { optional: true }) }]
  })
  const { name, version, license, dependencies, engines } = manifest
  const own = { name, version, license, dependencies, engines }
  return { name, version, lockfileVersion, requires: true, packages: { '': own, ...Object.fromEntries(entries) } }
}
