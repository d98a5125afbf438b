// A program with the client of @hey-api/openapi-ts: lists, saves, reads, and gets a problem.
import { client } from '../hey-api/client.gen'
import { getPerson, listContacts, savePerson } from '../hey-api/sdk.gen'

client.setConfig({ baseUrl: process.env.GUILDHALL_URL ?? '', auth: process.env.GUILDHALL_KEY ?? '' })

const list = await listContacts({ query: { $top: 2 }, throwOnError: true })
const rows: number = list.data.Results.length
const saved = await savePerson({ path: { contactId: 0 }, body: { LastName: 'Dorn' }, throwOnError: true })
const id: number = saved.data.ContactId
const read = await getPerson({ path: { contactId: id }, throwOnError: true })
const missing = await getPerson({ path: { contactId: 999_999_999 } })
console.log(
  JSON.stringify({
    rows,
    name: read.data.LastName,
    code: missing.error && 'code' in missing.error && missing.error.code,
  }),
)
