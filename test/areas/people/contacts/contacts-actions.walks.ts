import { document, list, type OfferedKind, type OfferedRecord } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { synchronize } from '#test/support/walks/synchronized'
import type { World } from '#test/support/walks/world'
import { fill, inOrganization, number, partActions } from './contacts-records.ts'

const contact = async (made: Promise<string>): Promise<OfferedRecord> => {
  const contactId = number(await made)
  return { ids: { contactId }, contacts: [contactId] }
}

/** A part of an organization, whose document shows it. */
const part =
  (path: string, field: string, body: (world: World) => Promise<object>) =>
  async (world: World): Promise<OfferedRecord> => {
    const contactId = number(await world.organization())
    return {
      ids: { contactId, [field]: await fill(world, contactId, path, await body(world), field) },
      contacts: [contactId],
    }
  }

const membership = async (world: World, price: number): Promise<number> => {
  const type = number((await world.idsFor('/:membershiptypeid')).get('membershiptypeid'))
  const level = (await world.post(`/api/membershiptypes/${type}/levels/0`, { Name: `L ${world.next()}`, Price: price }))
    .MembershipLevelId
  const ContactId = number(await world.person())
  await world.post('/api/memberships/0', { ContactId, MembershipTypeId: type, LevelId: number(level) })
  return ContactId
}

const contactOf = ({ server, caller }: World, id: number) =>
  server.database.system.contact.findFirstOrThrow({ where: { tenantId: caller.tenant.id, id } })

const isOrganization = async (world: World, id: number): Promise<boolean> =>
  (await contactOf(world, id)).systemTypeId === 2

/** Puts a contact into the chapters of another one. */
const putBeside = async (world: World, contactId: number, other: number): Promise<void> => {
  const { system } = world.server.database
  const found = await system.contactChapter.findMany({ where: { tenantId: world.caller.tenant.id, contactId } })
  for (const { chapterId } of found)
    await world.post('/api/chapters/contactchapter', { ContactId: other, ChapterId: chapterId })
}

const version = async (world: World, id: number | string): Promise<number> =>
  (await contactOf(world, Number(id))).auditId

const contacts: OfferedKind = {
  name: 'contact',
  shapes: ['ContactListRow', 'PersonSummary'],
  area: 'contacts',
  contacts: 'one',
  reads: [
    document('getPersonSummary', ({ contactId }) => `/api/contacts/PersonSummary/${contactId}`),
    list(
      'listContacts',
      ({ contactId }) => `/api/contacts?$filter=ContactId eq ${contactId}`,
      'ContactId',
      'contactId',
    ),
    {
      ...list('queryContacts', () => '/api/contacts', 'ContactId', 'contactId'),
      body: ({ contactId }) => ({ Filter: `ContactId eq ${contactId}` }),
    },
  ],
  states: {
    'an individual': (world) => contact(world.person()),
    'an organization': (world) => contact(world.organization()),
    'a member of staff': (world) => contact(world.staff()),
    'a member that owes nothing': async (world) => contact(Promise.resolve(String(await membership(world, 0)))),
    'a member with a balance': async (world) => contact(Promise.resolve(String(await membership(world, 50)))),
    'the organization of a chapter': async (world) => {
      const chapter = await world.get(`/api/chapters/${await world.idOf(':chapterid', 'chapterid')}`)
      return { ids: { contactId: number(chapter.OrganizationId) } }
    },
    synchronized: async (world) => {
      const contactId = Number(await world.person())
      await synchronize(world, contactId)
      return { ids: { contactId }, contacts: [contactId] }
    },
    'released, with a membership that is still synchronized': async (world) => {
      const contactId = await membership(world, 0)
      await synchronize(world, contactId, { memberships: true })
      return { ids: { contactId }, contacts: [contactId] }
    },
    "the tenant's own organization": async (world) => {
      const id = Number(await world.organization())
      const { database, app } = world.server
      await database.system.tenant.update({
        where: { id: world.caller.tenant.id },
        data: { organizationContactId: id },
      })
      await app.credentialsSettled()
      return { ids: { contactId: id } }
    },
  },
  actions: {
    view: async ({ contactId = 0 }, world) => {
      const shape = (await isOrganization(world, contactId)) ? 'OrgGeneral' : 'person'
      return { method: 'GET', url: `/api/contacts/${shape}/${contactId}` }
    },
    edit: ({ contactId }) => ({
      method: 'POST',
      url: `/api/contacts/${contactId}/status`,
      body: { MembershipStatusTypeId: 4 },
      version: 'AuditId',
    }),
    merge: async ({ contactId = 0 }, world) => {
      const loser = (await isOrganization(world, contactId)) ? await world.organization() : await world.person()
      await putBeside(world, contactId, Number(loser))
      const body = {
        WinnerContactId: contactId,
        LoserContactId: Number(loser),
        LoserAuditId: await version(world, loser),
      }
      return {
        method: 'POST',
        url: '/api/contacts/merge',
        body: { ...body, WinnerAuditId: await version(world, contactId) },
      }
    },
    delete: ({ contactId }) => ({ method: 'DELETE', url: `/api/contacts/${contactId}/:auditid` }),
  },
  harmless: {
    "the tenant's own organization: merge": 'another contact can be merged into it, but not the reverse',
    'released, with a membership that is still synchronized: merge': 'as above',
  },
}

const communications: OfferedKind = {
  name: 'communication',
  shapes: ['Communication', 'CommunicationEdit'],
  area: 'contacts',
  contacts: 'one',
  reads: [
    inOrganization('Communication', 'CommunicationId'),
    list(
      'listContactCommunications',
      ({ contactId }) => `/api/contacts/${contactId}/communications`,
      'CommunicationId',
    ),
    document(
      'getContactCommunication',
      ({ contactId, CommunicationId }) => `/api/contacts/${contactId}/communications/${CommunicationId}`,
    ),
  ],
  states: {
    saved: part('communications/0', 'CommunicationId', async () => ({
      CommunicationTypeId: 1,
      CommunicationStatusTypeId: 2,
      Subject: 'Renewal',
    })),
  },
  // Of a communication that is sent, only the status and the category can change.
  actions: partActions('communications', 'CommunicationId', { Category: 'Reminders' }),
}

const records: OfferedKind = {
  name: 'record of a contact',
  shapes: ['ContactRecordItem', 'ContactRecordEdit'],
  area: 'contacts',
  contacts: 'one',
  reads: [
    inOrganization('SalesOpportunities', 'Id', 'ContactRecordId'),
    list('listContactRecords', ({ contactId }) => `/api/contacts/${contactId}/records`, 'ContactRecordId'),
  ],
  states: {
    saved: part('records/0', 'ContactRecordId', async () => ({ Kind: 'salesopportunity', Name: 'Fair', Amount: 50 })),
  },
  actions: partActions('records', 'ContactRecordId', { Name: 'Gala' }),
}

const certification = part('certifications/0', 'CertificationContactId', async (world) => ({
  CertificationId: await world.idOf(':certificationid', 'certificationid'),
  StartDate: '2026-01-15',
}))

const certifications: OfferedKind = {
  name: 'certification of a contact',
  shapes: ['Certification', 'ContactCertificationEdit'],
  area: 'contacts',
  contacts: 'one',
  reads: [
    inOrganization('Certifications', 'CertificationContactId'),
    list(
      'listContactCertifications',
      ({ contactId }) => `/api/contacts/${contactId}/certifications`,
      'CertificationContactId',
    ),
  ],
  states: {
    'in progress': certification,
    completed: async (world) => {
      const made = await certification(world)
      const { contactId, CertificationContactId } = made.ids
      const url = `/api/contacts/${contactId}/certifications/${CertificationContactId}`
      await world.post(url, { AuditId: 1, CompletionDate: '2026-02-01', HoursEarned: 1000, CreditsEarned: 1000 })
      return made
    },
  },
  actions: partActions('certifications', 'CertificationContactId', { HoursEarned: 2 }),
}

export const walks: AreaWalks = {
  actions: [contacts, communications, records, certifications],
}
