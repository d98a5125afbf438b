// npm run bench:workflows measures the contacts per second in a workflow, and how this changes with their number. See
// `--help` for the options.
import { Command } from 'commander'
import { positive } from '../options.ts'
import { Journey } from './journey.ts'
import { describeJourneys, type Phase } from './report.ts'
import { openScratch } from './scratch.ts'

const { contacts } = new Command('bench:workflows')
  .description(
    'Runs a workflow with a tenth of the contacts and with all of them, and reports contacts per second and the SQL.',
  )
  .option('--contacts <n>', 'contacts of the larger tenant', positive, 100_000)
  .parse()
  .opts<{ contacts: number }>()

const began = Date.now()
const note = (line: string): void => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`)

const scratch = await openScratch()
try {
  const journeys: { contacts: number; phases: Phase[] }[] = []
  for (const count of [Math.ceil(contacts / 10), contacts]) {
    note(`making ${count} contacts`)
    const journey = await Journey.prepare(scratch.database, count)
    journeys.push({ contacts: count, phases: await journey.measure(note) })
  }
  console.log(`\n${describeJourneys(journeys)}`)
} finally {
  await scratch.close()
}
