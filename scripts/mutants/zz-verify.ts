import { openBench } from './bench.ts'
import { readEarlier } from './earlier.ts'
const root = process.cwd()
const earlier = readEarlier(root, '/tmp/m1.json')
const skip = /accounts.service|me.queries|sftp|seat-access|contact-locks|import-tenant|books.events/
const left = (earlier?.results ?? []).filter(({ isTried, stage }) => isTried && !stage).map(({ mutant }) => mutant).filter((m) => !skip.test(m.path) && !(m.path.includes('second-factor') && m.kind === 'number'))
for (const m of left) console.log(m.path, m.line, m.kind)
const bench = await openBench(root)
try {
  const files = process.argv.slice(2)
  const { failures } = await bench.run(left, { config: 'vitest.config.ts', files }, { bail: false })
  for (const f of failures) console.log(f.file, '|', f.test)
} finally { await bench.close() }
