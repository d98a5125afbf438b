// npm run bench:registrations measures a burst of registrants for one event: requests per second, times, and what became of
// each. See `--help` for the options.
import { Command } from 'commander'
import { startProduct } from '../contestants/servers.ts'
import { openBenchDatabase } from '../data/database.ts'
import { readFacts } from '../data/facts.ts'
import { createKey, SMALL, sizesFor } from '../data/records.ts'
import { positive } from '../options.ts'
import { prepareEvent, prepareGateway } from './event.ts'
import { measureBurst } from './registrants.ts'
import { describeBurst } from './report.ts'

const { registrants, capacity } = new Command('bench:registrations')
  .description('Sends registrants to one event, all at once, over two web processes.')
  .option('--registrants <n>', 'people that register, all at once', positive, 500)
  .option('--capacity <n>', 'seats of the event', positive, 300)
  .parse()
  .opts<{ registrants: number; capacity: number }>()

const began = Date.now()
const note = (line: string): void => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`)

const database = await openBenchDatabase(sizesFor(10_000, 1000), note)
try {
  const { key, tenantId } = await createKey(database.url, SMALL)
  const facts = await readFacts(database.url, tenantId)
  const options = { url: database.url, folder: '.data/bench', product: ['dist/main.js'], hasSecond: true }
  const product = await startProduct(options, key)
  try {
    await prepareGateway(product)
    note('warming up with 200 registrants for another event')
    await measureBurst(await prepareEvent(product, facts, 200), 200)
    note(`${registrants} registrants at once for ${capacity} seats`)
    console.log(`\n${describeBurst(await measureBurst(await prepareEvent(product, facts, capacity), registrants))}`)
  } finally {
    await product.stop()
  }
} finally {
  await database.close()
}
