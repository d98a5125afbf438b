// A program with the client of orval: lists, saves, reads, and gets a problem.
import { getPerson, listContacts, savePerson } from '../orval/guildhall'

const options = { headers: { 'X-Api-Key': process.env.GUILDHALL_KEY ?? '', 'Content-Type': 'application/json' } }

const list = await listContacts({ $top: 2 }, options)
if (list.status !== 200) throw new Error(String(list.status))
const rows: number = list.data.Results.length
const saved = await savePerson(0, { LastName: 'Dorn' }, options)
if (saved.status !== 200) throw new Error(String(saved.status))
const read = await getPerson(saved.data.ContactId, options)
if (read.status !== 200) throw new Error(String(read.status))
const missing = await getPerson(999_999_999, options)
console.log(JSON.stringify({ rows, name: read.data.LastName, code: missing.status === 404 && missing.data.code }))
