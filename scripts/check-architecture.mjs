// Runs dependency-cruiser over src and fails on a forbidden import. It also fails if it sees too few modules:
// a parser that does not understand the code finds no fault either.
import { readFileSync } from 'node:fs'
import configuration from '../.dependency-cruiser.mjs'
import { installTool } from './tool.mjs'

const LEAST_MODULES = 60
const LEAST_AREAS = 40

/** The areas in the order of `areas/index.ts`: `people/contacts`. */
const order = [...readFileSync('src/areas/index.ts', 'utf8').matchAll(/'#areas\/([^/]+\/[^/]+)\/[^']+\.area'/g)].map(
  ([, area]) => area,
)
const areaOf = (path) => /^src\/areas\/([^/]+\/[^/]+)\//.exec(path)?.[1]

/** An area imports only from the areas above it in the list: what it needs of others, they add to its registers. */
const againstOrder = ({ source, dependencies }) => {
  const from = areaOf(source)
  return dependencies
    .map(({ resolved }) => resolved)
    .filter((to) => from && areaOf(to) && order.indexOf(areaOf(to)) > order.indexOf(from))
    .map((to) => `areas-in-their-order: ${source} -> ${to}`)
}

await installTool('check')
const { cruise } = await import('../tools/check/cruise.mjs')
const { output } = await cruise(['src'], {
  ruleSet: { forbidden: configuration.forbidden },
  validate: true,
  ...configuration.options,
})
const modules = output.modules.filter(({ source }) => source.startsWith('src/'))
const arrows = modules.flatMap(({ dependencies }) => dependencies).length
const listed = new Set(order)
const unlisted = [...new Set(modules.flatMap(({ source }) => areaOf(source) ?? []))].filter((area) => !listed.has(area))
const forbidden = [
  ...unlisted.map((area) => `areas-in-their-order: areas/index.ts does not list ${area}`),
  ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  ...modules.flatMap(againstOrder),
]
for (const line of forbidden) console.error(line)
console.log(`${modules.length} modules, ${arrows} imports, ${order.length} areas, ${forbidden.length} forbidden`)
if (modules.length < LEAST_MODULES || arrows < modules.length || order.length < LEAST_AREAS) {
  console.error('Too few modules or imports were seen: the check itself is broken.')
  process.exit(1)
}
process.exit(forbidden.length > 0 ? 1 : 0)
