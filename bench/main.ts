// npm run bench: the product against a bare server with the same SQL on the same tables. See `--help` for the options.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { runBench } from './bench.ts'
import { openBenchDatabase } from './data/database.ts'
import { sizesFor } from './data/records.ts'
import { readOptions } from './options.ts'
import { describeMeasurements } from './report.ts'

const options = readOptions(process.argv)
const began = Date.now()
const note = (line: string): void => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`)

const database = await openBenchDatabase(sizesFor(options.contacts, options.invoices), note)
try {
  const servers = { url: database.url, folder: '.data/bench', product: ['dist/main.js'] }
  const measured = await runBench(servers, options, note)
  console.log(`\n${describeMeasurements(measured)}`)
  mkdirSync(dirname(options.json), { recursive: true })
  const machine = { node: process.version, processors: cpus().length, model: cpus()[0]?.model }
  writeFileSync(options.json, `${JSON.stringify({ at: new Date(), machine, options, ...measured }, null, 2)}\n`)
  console.log(`\nwritten to ${options.json}`)
} finally {
  await database.close()
}
