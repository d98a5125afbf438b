// The bare server: node:http and pg with the product's SQL on the product's tables. It has no
// credentials, tenant isolation, limits, history or log. The comparison with it measures the cost of these.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import '#areas/index'
import type { TenantFacts } from '../data/facts.ts'
import { workloads } from '../workloads.ts'
import { prepareAds } from './ads.ts'
import { prepareDocuments } from './documents.ts'
import { prepareLogEvents } from './log-events.ts'
import { prepareOrders } from './orders.ts'
import { prepareReads } from './reads.ts'
import { openRecorder } from './recorder.ts'
import { prepareSave } from './save.ts'

const { DATABASE_URL = '', PORT = '0', POOL_SIZE = '6', FACTS = '{}' } = process.env
const facts = JSON.parse(FACTS) as TenantFacts

const recorder = await openRecorder(DATABASE_URL, facts.tenantId)
const asks = workloads.flatMap((workload) => workload.asks(facts))
const reads = await prepareReads(recorder, asks)
const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(POOL_SIZE),
  // The product's SQL functions read the tenant from this setting. Row-level security does not apply to this role.
  options: `-c plan_cache_mode=force_generic_plan -c guildhall.tenant=${facts.tenantId}`,
  pipeline: true,
} as pg.PoolConfig)
const save = await prepareSave(recorder.scope, pool)
const documents = await prepareDocuments(recorder, pool, facts)
const orders = await prepareOrders(recorder, pool, facts)
const ads = prepareAds(recorder.scope, pool, facts)
const logEvents = prepareLogEvents(pool, facts.tenantId)
await recorder.close()

const respond = async (request: IncomingMessage): Promise<string> => {
  if (request.method === 'POST') {
    const { url = '' } = request
    const body = await bodyOf(request)
    return orders(url, body) ?? (documents.get(url) ?? ads.get(url) ?? logEvents.get(url) ?? save)(body)
  }
  const read = reads.get(request.url ?? '')
  if (!read) return 'ready'
  const before = read.before ? (await pool.query(read.before)).rows : []
  return read.present((await pool.query(read.statement)).rows, before)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const server = createServer((request, response) => {
  respond(request).then(
    (text) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(text),
    (error: Error) => {
      process.stderr.write(`${error.stack}\n`)
      response.writeHead(500).end()
    },
  )
})
server.listen(Number(PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
