import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Contact } from '#prisma/client'
import { endContact } from '#test/support/people/contact-rows'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

const PASSWORD = { GUILDHALL_PASSWORD: 'a long enough password' }

const find = (name: string): Promise<Contact> =>
  database().system.contact.findFirstOrThrow({ where: { OR: [{ lastName: name }, { organizationName: name }] } })

const add = async (rows: string, type: string): Promise<void> => {
  const file = join(tmpdir(), `guildhall-merged-${process.pid}.csv`)
  writeFileSync(file, rows)
  const imported = await guildhall(`import contacts ${file} --tenant north --type ${type}`)
  expect(imported.code, imported.err).toBe(0)
}

const merge = async (loser: string, winner: string): Promise<[loserId: number, winnerId: number]> => {
  const merged = await find(loser)
  const kept = await find(winner)
  await endContact(database(), merged, kept.id)
  return [merged.id, kept.id]
}

let person: [loserId: number, winnerId: number]
let organization: [loserId: number, winnerId: number]
beforeAll(async () => {
  await add('First name,Last name,Email\nAda,Lind,ada@merged.example\nBo,Kern,bo@merged.example\n', 'individual')
  await add('Organization\nHarbor\nMill\n', 'organization')
  person = await merge('Kern', 'Lind')
  organization = await merge('Mill', 'Harbor')
})

test('the id of a merged contact means its winner in every command', async () => {
  const [loserId, winnerId] = person
  const member = await guildhall(`member-login create --tenant north --contact ${loserId}`)
  expect(member).toMatchObject({ out: 'Created the login ada@merged.example of Ada Lind.\n', err: '' })
  const staff = await guildhall(`login create --tenant north --email a@north.example --contact ${loserId}`, PASSWORD)
  expect(staff).toMatchObject({ code: 0, err: '' })
  expect(await database().system.staff.findFirstOrThrow()).toMatchObject({ contactId: winnerId })
  const [merged, kept] = organization
  const set = await guildhall(`tenant set --key north --organization ${merged}`)
  expect(set.out).toContain(`\norganization: ${kept}\n`)
})
