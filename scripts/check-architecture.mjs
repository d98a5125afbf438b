// Runs dependency-cruiser over src and fails on a forbidden import. It also fails if it sees too few modules:
// a parser that does not understand the code finds no fault either.
import { cruise } from 'dependency-cruiser'
import configuration from '../.dependency-cruiser.mjs'

const LEAST_MODULES = 60

const { output } = await cruise(['src'], {
  ruleSet: { forbidden: configuration.forbidden },
  validate: true,
  ...configuration.options,
})
const modules = output.modules.filter(({ source }) => source.startsWith('src/'))
const arrows = modules.flatMap(({ dependencies }) => dependencies).length
for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} -> ${to}`)
console.log(`${modules.length} modules, ${arrows} imports, ${output.summary.violations.length} forbidden`)
if (modules.length < LEAST_MODULES || arrows < modules.length) {
  console.error('Too few modules or imports were seen: the check itself is broken.')
  process.exit(1)
}
process.exit(output.summary.violations.length > 0 ? 1 : 0)
