import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTACTS_CHANGED } from '#areas/people/contacts/records/contact-rows.service'
import { runJobs } from '#test/support/jobs/run-jobs'
import { openReads, type ReadsBench, testRead } from '#test/support/people/contact-reads'
import { addOrganization, endContact } from '#test/support/people/contact-rows'
import { readFeed } from '#test/support/people/read-feed'

let bench: ReadsBench
beforeAll(async () => {
  bench = await openReads()
})
afterAll(() => bench.server.close())

describe('GET /api/contacts/OrgGeneral/{ContactId} (getOrganizationGeneral)', () => {
  testRead(() => bench, 'getOrganizationGeneral')

  test('returns each relationship from its own side, in the list of its type', async () => {
    const read = (await bench.mine.get(`/api/contacts/OrgGeneral/${bench.organization.id}`)).json()
    const shown = (list: { Name: string; Type: string }[]) => list.map(({ Name, Type }) => `${Type}: ${Name}`)
    expect(shown(read.ParentOrganizations)).toEqual(['Owner: Above'])
    expect(shown(read.ChildOrganizations)).toEqual(['Owned: Below'])
    expect(shown(read.RelatedOrganizations)).toEqual(['Partner: Side'])
    expect(shown(read.RelatedIndividuals)).toEqual(['Customer: Ben Lindqvist'])
    expect(shown(read.Families)).toEqual(['Cousin: Cy Lindqvist'])
    expect(shown(read.AssignedContacts)).toEqual(['Manager: Ben Lindqvist'])
    expect(read.Contacts).toMatchObject([{ Name: 'Ann Lindqvist', IsPrimary: true, Title: 'Head' }])
    expect(read.Organizations).toMatchObject([{ Name: 'Side', Title: 'Sponsor' }])
    expect(read.Certifications).toMatchObject([{ PercentComplete: 66, Percentage: '66 %', CreditsEarned: 2 }])
    expect(read.Communication).toMatchObject([{ FromInitials: 'AL', Date: '2026-02-03T04:05:06.789Z' }])
    expect(
      read.Groups.map(({ Name, IsSelected }: { Name: string; IsSelected: boolean }) => [Name, IsSelected]),
    ).toEqual([
      ['Board', false],
      ['News', true],
    ])
    expect(read.Memberships.map(({ Status }: { Status: string }) => Status)).toEqual(['Active', 'Lapsed'])
    expect(read.Memberships[0]).toMatchObject({ Amount: 480, Balance: 80.5, StartDate: '2026-01-01' })
    for (const list of ['FormsResponses', 'SoftwareAccounts', 'ContactExperiences', 'SalesOpportunities'])
      expect(read[list], list).toHaveLength(1)
  })

  test('lists the projects with a task about the organization, for callers that can read tasks', async () => {
    const { mine, server } = bench
    const organization = (await mine.post('/api/contacts/org/0', { OrganizationName: 'Fair hall' })).json().ContactId
    const project = async (Name: string) => (await mine.post('/api/projects/0', { Name })).json().ProjectId
    const fair = await project('Fair')
    const other = await project('Other')
    const task = { Name: 'Book the hall', ContactId: String(organization), ProjectId: String(fair) }
    const saved = (await mine.post('/api/task/items/0', task)).json()
    await mine.post('/api/task/items/0', { Name: 'Call', ContactId: String(organization) })
    await mine.post('/api/task/items/0', { Name: 'Elsewhere', ProjectId: String(other) })
    const projects = async (caller = mine) =>
      (await caller.get(`/api/contacts/OrgGeneral/${organization}`)).json().Projects as { Id: number; Name: string }[]
    expect(await projects()).toMatchObject([{ Id: fair, Name: 'Fair', Status: 'Active', Actions: ['view', 'edit'] }])
    expect(await projects(await server.caller(mine.tenant, ['contacts:read']))).toEqual([])
    const since = new Date().toISOString()
    const moved = await mine.post(`/api/task/items/${saved.TaskItemId}`, { AuditId: 1, ProjectId: String(other) })
    expect(moved.statusCode, moved.body).toBe(200)
    expect(await projects()).toMatchObject([{ Id: other }])
    await runJobs(server, CONTACTS_CHANGED)
    const feed = (await readFeed(mine, since)).json()
    expect(feed.map(({ ContactId }: { ContactId: number }) => ContactId)).toContain(organization)
  })

  test('the read of a whole contact returns its version as ETag, and that of the winner for a merged contact', async () => {
    const { database } = bench.server
    const tenantId = bench.mine.tenant.id
    const loser = await addOrganization(database, tenantId)
    await endContact(database, loser, bench.organization.id)
    await database.system.contact.updateMany({ where: { tenantId, id: bench.organization.id }, data: { auditId: 7 } })
    for (const path of [
      `OrgGeneral/${bench.organization.id}`,
      `OrgGeneral/${loser.id}`,
      `org/${bench.organization.id}/groups`,
    ])
      expect((await bench.mine.get(`/api/contacts/${path}`)).headers.etag, path).toBe('"7"')
  })
})

describe('GET /api/contacts/org/{ContactId}/memberships (listOrganizationMemberships)', () => {
  testRead(() => bench, 'listOrganizationMemberships')

  test('returns the memberships, the current one first', async () => {
    const read = (await bench.mine.get(`/api/contacts/org/${bench.organization.id}/memberships`)).json()
    expect(read.map(({ Status }: { Status: string }) => Status)).toEqual(['Active', 'Lapsed'])
  })
})

describe('GET /api/contacts/org/{ContactId}/groups (getOrganizationGroups)', () => {
  testRead(() => bench, 'getOrganizationGroups')

  test('returns the groups of the tenant, and marks those of the organization', async () => {
    const read = (await bench.mine.get(`/api/contacts/org/${bench.organization.id}/groups`)).json()
    expect(read.ContactId).toBe(bench.organization.id)
    expect(read.Groups).toMatchObject([
      { Name: 'Board', IsSelected: false },
      { Name: 'News', IsSelected: true },
    ])
  })
})
