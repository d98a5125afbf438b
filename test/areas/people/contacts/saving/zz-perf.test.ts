import pg from 'pg'
import { createServer } from 'node:http'
import { afterAll, beforeAll, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../support/build-app.ts'
let test: TestApp
beforeAll(async () => { test = await buildTestApp() })
afterAll(() => test.close())
it('perf', async () => {
  const caller = await test.tenant()
  const T = caller.tenant.id
  let i = 0
  const body = () => { i++; return { FirstName: `First${i}`, LastName: `Last${i}`, ContactList: [{ Kind: 'email', Value: `p${i}@example.org` }] } }
  await caller.post('/api/contacts/person/0', body())
  const captured: any[] = []
  const original = pg.Client.prototype.query as any
  ;(pg.Client.prototype as any).query = function (...a: any[]) { captured.push(a[0]); return original.apply(this, a) }
  await caller.post('/api/contacts/person/0', body())
  ;(pg.Client.prototype as any).query = original
  const person = captured.find((q) => q.text?.includes('row_to_json(x)'))
  console.log(captured.map((q) => (q.text ?? q).slice(0, 40)))
  const pool = new pg.Pool({ connectionString: test.url, max: 6, pipeline: true } as any)
  pool.on('error', () => undefined)
  const row = (await pool.query('select * from contact order by id desc limit 1')).rows[0]
  const oldC = row.id
  const cols = Object.keys(row).filter((k) => !['id', 'modified_at', 'primary_email_id'].includes(k))
  const text = `with c as (insert into contact (id, primary_email_id, ${cols.join(',')}) values ($1, $2, ${cols.map((_, k) => '$' + (k + 3)).join(',')}) returning id), e as (insert into contact_email (tenant_id, id, contact_id, address, address_key) select $3::int, $2, $1, 'a@b.example', 'k' || $2::text) select 1`
  let c = oldC + 10000000, e = 10000000
  const bare = async () => {
    const myC = ++c, myE = ++e
    const client = await pool.connect()
    const [, r] = await Promise.all([client.query({ name: 'ins', text, values: [myC, myE, ...cols.map((k) => row[k])] }), client.query({ name: 'per', text: person.text, values: person.values.map((v: any) => (v === oldC ? myC : v)) })])
    client.release()
    return r.rows[0]
  }
  // through http, both
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const appPort = (test.app.server.address() as any).port
  const server = createServer(async (req, res) => { let s = ''; for await (const d of req) s += d; JSON.parse(s); try { const row = await bare(); res.setHeader('content-type', 'application/json'); res.end(row.text) } catch (err) { res.statusCode = 500; res.end(String(err)) } })
  await new Promise<void>((r) => server.listen(0, '127.0.0.1', r))
  const barePort = (server.address() as any).port
  const { Agent, request } = await import('node:http')
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const post = (port: number) => new Promise<void>((resolve, reject) => { const payload = JSON.stringify(body()); const r = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/api/contacts/person/0', headers: { 'content-type': 'application/json', authorization: `ApiKey ${caller.key}`, 'content-length': Buffer.byteLength(payload) } }, (res) => { let b = ''; res.on('data', (d) => (b += d)); res.on('end', () => (res.statusCode === 200 ? resolve() : reject(new Error(b)))) }); r.on('error', reject); r.end(payload) })
  const slice = async (port: number, ms: number) => { let done = 0; const end = Date.now() + ms; await Promise.all(Array.from({ length: 32 }, async () => { while (Date.now() < end) { await post(port); done++ } })); return done / (ms / 1000) }
  await slice(appPort, 1500); await slice(barePort, 1500)
  for (let round = 0; round < 6; round++) { const cpu0 = process.cpuUsage(); const a = await slice(appPort, 1500); const cpu1 = process.cpuUsage(cpu0); const b = await slice(barePort, 1500); console.log('app', a.toFixed(0), 'bare', b.toFixed(0), 'ratio', (a / b).toFixed(2), 'node cpu ms/request', ((cpu1.user + cpu1.system) / 1000 / (a * 1.5)).toFixed(2)) }
  server.close(); agent.destroy(); await pool.end()
}, 90000)
