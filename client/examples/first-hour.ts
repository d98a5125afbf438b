// The first hour with a server: list, page, save, handle a conflict, verify a webhook. A test installs the package and runs it.
// It is an ES module: save it as first-hour.mts, or set "type": "module" in package.json. Its webhook has a loopback address, to
// which a server sends nothing by default: start that server with OUTBOUND_ALLOWED_NETWORKS=127.0.0.0/8.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { ConflictError, createClient, retryOnConflict, verifyWebhook } from '@guildhall/client'

const { GUILDHALL_URL = '', GUILDHALL_KEY = '' } = process.env
const guildhall = createClient({ baseUrl: GUILDHALL_URL, key: GUILDHALL_KEY })

const { data: page } = await guildhall.GET('/api/contacts', { params: { query: { $top: 2, $orderby: 'Name' } } })
console.log(`list: ${page.Results.length} of ${page.TotalRecordAvailable} contacts, first ${page.Results[0]?.Name}`)

let count = 0
for await (const contact of guildhall.list('/api/contacts', { params: { query: { $top: 2 } } }))
  if (contact.Name) count++
console.log(`page: ${count} contacts`)

const person = '/api/contacts/person/{contactId}'
const change = (contactId: number, body: { AuditId?: number; FirstName?: string | null; LastName?: string | null }) =>
  guildhall.POST(person, { params: { path: { contactId } }, body })
const { data: ada } = await change(0, { FirstName: 'Ada', LastName: 'Moreno' })
console.log(`save: ${ada.FirstName} ${ada.LastName}`)

await change(ada.ContactId, { AuditId: ada.AuditId, FirstName: 'Adah' })
await change(ada.ContactId, { AuditId: ada.AuditId, LastName: 'Moss' }).catch((error: unknown) => {
  if (error instanceof ConflictError) console.log(`conflict: version ${ada.AuditId} is now ${error.auditId}`)
})
await retryOnConflict(async () => {
  const { data } = await guildhall.GET(person, { params: { path: { contactId: ada.ContactId } } })
  const { data: moss } = await change(data.ContactId, { AuditId: data.AuditId, LastName: 'Moss' })
  console.log(`settled: ${moss.FirstName} ${moss.LastName}`)
})

let secret = ''
const receiver = createServer(async (request, response) => {
  const event = await verifyWebhook({ headers: request.headers, body: await text(request) }, secret)
  response.writeHead(204).end()
  if (event.type === 'contact.created') console.log(`webhook: contact created by version ${event.data.AuditId}`)
  receiver.close()
}).listen(0, '127.0.0.1', async () => {
  const { port } = receiver.address() as { port: number }
  const body = { Url: `http://127.0.0.1:${port}`, WebHookFilters: ['contact.created'], IgnoreWebhookValidation: true }
  secret = (await guildhall.POST('/api/webhooks/setup', { body })).data.Secret ?? ''
  await change(0, { FirstName: 'Bo', LastName: 'Lind' })
})
