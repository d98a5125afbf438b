// Runs before everything else, also on a Node.js that cannot parse the rest: so it imports nothing.

/** The oldest supported version; the same as in the engines of package.json. */
export const OLDEST_NODE = '20.19'

/** One sentence if this version of Node.js is too old, else undefined. */
export function nodeVersionFault(version) {
  const found = version.split('.').map(Number)
  const oldest = OLDEST_NODE.split('.').map(Number)
  if (found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1])) return undefined
  return `Guildhall needs Node.js ${OLDEST_NODE} or newer, and this is ${version}. Install a newer one.`
}

/** Ends the process with one sentence if its Node.js is too old. */
export function requireNode() {
  const fault = nodeVersionFault(process.versions.node)
  if (fault === undefined) return
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}
