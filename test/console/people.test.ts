import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'
import { openUnmatched, type UnmatchedBench } from '#test/support/people/unmatched'

let bench: UnmatchedBench
let staff: ConsoleBrowser
beforeAll(async () => {
  bench = await openUnmatched()
  staff = await openConsole(bench.server, bench.mine)
})
afterAll(() => bench.server.close())

const open = (path: string) => staff.open(path)
const fullName = ({ FirstName, LastName }: { FirstName: string; LastName: string }) => `${FirstName} ${LastName}`
const sameContact = ({ FirstName, LastName, EmailAddress }: Awaited<ReturnType<UnmatchedBench['stranger']>>) =>
  bench.namedPerson(FirstName, LastName, EmailAddress)

describe('the people without a contact', () => {
  test('are listed with what they did, and found by name, address and kind', async () => {
    const one = await bench.stranger()
    const { words } = await open('/people')
    for (const text of [one.Name, one.EmailAddress, 'Participant, Payer', 'Nothing paid']) expect(words).toContain(text)
    for (const query of [`who=${one.EmailAddress}`, `who=${one.LastName}&kind=payer`, 'kind=nothing'])
      expect((await open(`/people?${query}`)).words, query).toContain(one.Name)
    for (const query of [`who=${one.LastName}&kind=buyer`, `who=${one.LastName}&kind=paid`, `who=${'x'.repeat(300)}`])
      expect((await open(`/people?${query}`)).words, query).toContain('No person matches')
    expect((await open('')).words).toMatch(/\d+ (person|people) without a contact/)
  })

  test('show only what the role may see, and no button to a person that may only read', async () => {
    const one = await bench.stranger()
    const reader = await openConsole(bench.server, bench.mine, ['contacts:read'])
    const list = await reader.open('/people')
    expect(list.words).toContain(one.Name)
    for (const hidden of ['Participant', 'Payer', 'Nothing paid', 'What they did: ', 'Buyers'])
      expect(list.words).not.toContain(hidden)
    expect((await reader.open('/people?kind=payer')).words).toContain(one.Name)
    const page = await reader.open(`/people/${one.ContactId}`)
    expect(page.text).not.toContain(`/people/${one.ContactId}/match`)
    expect((await reader.open(`/people/${one.ContactId}/match`)).status).toBe(403)
    const many = await reader.open('/people/many?others=yes')
    expect([many.status, many.text.includes('method="post" action="/console')]).toEqual([200, false])
    const sent = await reader.send(`/people/${one.ContactId}/match`, {
      form: formOf(reader),
      version: '1',
      force: 'yes',
    })
    expect(sent.words).toContain('Your role does not allow you to change contacts.')
    expect(await bench.personRow(one.ContactId)).toBeDefined()
  })

  test('of another organization do not exist', async () => {
    const one = await bench.stranger()
    const theirs = await openConsole(bench.server, bench.theirs)
    expect((await theirs.open('/people')).words).not.toContain(one.Name)
    expect((await theirs.open(`/people/${one.ContactId}`)).status).toBe(404)
  })
})

/** The token of the session: every page has it in the form that signs out. */
const formOf = ({ browser }: ConsoleBrowser): string => /name="form" value="([^"]+)"/.exec(browser.page)?.[1] ?? ''

describe('a person without a contact', () => {
  test('is merged into a proposed contact after a question', async () => {
    const one = await bench.stranger()
    const contactId = await sameContact(one)
    const page = await open(`/people/${one.ContactId}`)
    expect(page.words).toContain('Proposed')
    expect(page.text).toContain(`/people/${one.ContactId}/match?contact=${contactId}"`)
    const question = await open(`/people/${one.ContactId}/match?contact=${contactId}`)
    expect(question.words).toContain('This cannot be undone.')
    const after = await staff.send(`/people/${one.ContactId}/match`)
    expect(after.words).toContain(`The person is merged into contact ${contactId}.`)
    expect((await bench.contact(one.ContactId)).mergedIntoId).toBe(contactId)
    const gone = await open(`/people/${one.ContactId}`)
    expect([gone.status, gone.words.includes('not in the list any more')]).toEqual([404, true])
  })

  test('becomes a new contact, after a question if a contact may be the same', async () => {
    const [fresh, similar] = [await bench.stranger(), await bench.stranger()]
    await open(`/people/${fresh.ContactId}`)
    expect((await staff.send(`/people/${fresh.ContactId}/match`)).words).toContain(`is contact ${fresh.ContactId} now`)
    // A contact that resembles the person appears while the page is open.
    await open(`/people/${similar.ContactId}`)
    await sameContact(similar)
    const refused = await staff.send(`/people/${similar.ContactId}/match`)
    expect(refused.words).toContain('A contact that may be the same exists already.')
    expect(refused.words).not.toContain('ForceSave')
    expect((await open(`/people/${similar.ContactId}/match`)).words).toContain(`although ${fullName(similar)} (`)
    await staff.send(`/people/${similar.ContactId}/match`)
    expect(await bench.personRow(similar.ContactId)).toBeUndefined()
  })

  test('is compared with a contact whose number is entered', async () => {
    const one = await bench.stranger()
    const contactId = await bench.namedPerson('Quite', 'Different')
    expect((await open(`/people/${one.ContactId}`)).words).toContain('No contact resembles this person')
    expect((await open(`/people/${one.ContactId}/match?contact=${contactId}`)).words).toContain('Quite')
    for (const number of ['0', 'abc', '999999999', '1e3', one.ContactId])
      expect((await open(`/people/${one.ContactId}/match?contact=${number}`)).status, String(number)).toBe(404)
  })

  test('that was changed or matched since is not matched', async () => {
    const one = await bench.stranger()
    await open(`/people/${one.ContactId}`)
    const form = formOf(staff)
    const stale = await staff.send(`/people/${one.ContactId}/match`, { form, version: '77' })
    expect(stale.words).toContain('It was changed by someone else since you opened the page.')
    await staff.send(`/people/${one.ContactId}/match`)
    const again = await staff.send(`/people/${one.ContactId}/match`, { form, version: String(one.AuditId) })
    expect(again.words).toContain('The person was matched by someone else, and is a contact now.')
  })
})

describe('many people at once', () => {
  test('are matched as the dry run has shown, and nobody else', async () => {
    const [exact, fresh] = [await bench.stranger(), await bench.stranger()]
    const contactId = await sameContact(exact)
    const path = `/people/many?after=${exact.ContactId - 1}&others=yes`
    const dry = await open(path)
    expect(dry.words).toContain('Of 2 people, 1 would be merged into a contact, 1 would be taken in as new')
    expect(await bench.personRow(exact.ContactId)).toBeDefined()
    const later = await bench.stranger()
    const done = await staff.send('/people/many')
    expect(done.words).toContain('1 person merged into a contact, 1 taken in as new.')
    expect(done.words).toContain(`Contact ${contactId}`)
    expect((await bench.contact(exact.ContactId)).mergedIntoId).toBe(contactId)
    expect(await bench.personRow(fresh.ContactId)).toBeUndefined()
    expect(await bench.personRow(later.ContactId)).toBeDefined()
  })

  test('that stay in the list have the reason, and pages lead to the next ones', async () => {
    const first = await bench.stranger()
    for (const _ of [1, 2]) await sameContact(first)
    const { id: tenantId } = bench.mine.tenant
    const person = (at: number) => ({
      displayName: `Visitor ${at}`,
      sortName: `visitor ${at}`,
      lastName: `Visitor ${at}`,
    })
    const data = Array.from({ length: 51 }, (_, at) => ({
      tenantId,
      systemTypeId: 1,
      isUnmatched: true,
      ...person(at),
    }))
    await bench.server.database.system.contact.createMany({ data })
    const page = await open(`/people/many?after=${first.ContactId - 1}`)
    expect(page.words).toContain('Several contacts have this name and email address.')
    expect(page.words).toContain('No contact has exactly this name and email address.')
    expect(page.text, 'nothing to do').not.toContain('name="until"')
    const next = /href="\/console\/[^/]+(\/people\/many\?after=\d+)"/.exec(page.text)?.[1] ?? ''
    expect((await open(next)).words).toContain('Of 2 people, 0 would be merged')
  })
})
