import type { Database } from '#kernel/database/database'
import type { Contact } from '#prisma/client'
import { addOpeningBalance } from '../finance/opening-balance.ts'
import { addOrganization, addPerson } from './contact-rows.ts'

/** An individual with one of each: two emails, phone, website, shared address, designation, tag, role, task, debt. */
export const addFullPerson = async (
  database: Database,
  tenantId: number,
): Promise<{ person: Contact; at: Contact }> => {
  const { system } = database
  const content = { state: 'ready', mediaType: 'image/png', size: 1, sha256: 'x', createdBy: 'system' }
  const file = { tenantId, name: '1.png', expiresAt: new Date(2100, 0), ...content }
  const { id: imageFileId } = await system.storedFile.create({ data: file })
  const made = { prefix: 'Ms.', suffix: 'Jr.', imageUrl: 'https://img.example/1.png', imageFileId, genderId: 1 }
  const { id } = await addPerson(database, tenantId, { ...made, accountNumber: 'A-1007' })
  const at = await addOrganization(database, tenantId)
  const own = { tenantId, contactId: id }
  await system.contactEmail.create({ data: { ...own, address: 'old@l.example', addressKey: 'old@l.example' } })
  const email = await system.contactEmail.create({
    data: { ...own, address: 'Ada@l.example', addressKey: 'ada@l.example', typeId: 2, status: 1 },
  })
  const phone = await system.contactPhone.create({ data: { ...own, number: '+46 8 123', extension: '7', typeId: 2 } })
  const website = await system.contactWebsite.create({ data: { ...own, url: 'https://l.example' } })
  const address = await system.address.create({
    data: { tenantId, address1: 'Storgatan 5', city: 'Stockholm', postalCode: '111 23', countryId: 752 },
  })
  const use = await system.contactAddress.create({ data: { ...own, addressId: address.id, note: 'Ring twice' } })
  await system.contactDesignation.create({ data: { ...own, code: 'CPA', name: 'Certified Public Accountant' } })
  const tag = await system.tag.create({ data: { tenantId, name: 'Speaker', nameKey: `speaker${id}` } })
  await system.contactTag.create({ data: { ...own, tagId: tag.id } })
  const roleType = await system.contactRoleType.create({ data: { tenantId, name: `Chef ${id}` } })
  const role = { ...own, organizationId: at.id, roleTypeId: roleType.id, title: 'Chef' }
  await system.contactRole.create({ data: { ...role, startDate: new Date('2024-05-01') } })
  await system.contactRole.create({ data: { ...role, title: 'Cook', endDate: new Date('2024-04-30') } })
  const { id: typeId } = await system.taskType.findFirstOrThrow({ where: { tenantId } })
  await system.taskItem.create({ data: { ...own, typeId, name: 'Call' } })
  await system.taskItem.create({ data: { ...own, typeId, name: 'Called', percent: 100, completedOn: new Date() } })
  await addOpeningBalance(system, own, 150)
  await addOpeningBalance(system, own, -29.5)
  const person = await system.contact.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      primaryEmailId: email.id,
      emailAddress: email.address,
      emailStatus: 1,
      primaryPhoneId: phone.id,
      phone: phone.number,
      primaryWebsiteId: website.id,
      primaryAddressId: use.id,
      city: 'Stockholm',
      countryId: 752,
      countryName: 'Sweden',
      primaryOrganizationId: at.id,
      primaryOrganizationName: at.displayName,
      balance: '120.50',
      roleCount: 2,
      statusId: 2,
    },
  })
  return { person, at }
}

/** An organization with one record in each list of OrganizationGeneral except chapters. */
export const addFullOrganization = async (database: Database, tenantId: number): Promise<Contact> => {
  const { system } = database
  const organization = await addOrganization(database, tenantId, { organizationName: 'Harbor Works' })
  const own = { tenantId, contactId: organization.id }
  await system.contactEmail.create({ data: { ...own, address: 'info@h.example', addressKey: 'info@h.example' } })
  const people = await Promise.all(
    ['Ann', 'Ben', 'Cy'].map((firstName) => addPerson(database, tenantId, { firstName })),
  )
  const [ann, ben, cy] = people.map(({ id }) => id) as [number, number, number]
  const others = ['Above', 'Below', 'Side'].map((organizationName) =>
    addOrganization(database, tenantId, { organizationName }),
  )
  const [above, below, beside] = (await Promise.all(others)).map(({ id }) => id) as [number, number, number]
  await system.contactRole.create({ data: { tenantId, contactId: ann, organizationId: own.contactId, title: 'Head' } })
  await system.contactRole.create({ data: { ...own, organizationId: beside, title: 'Sponsor' } })
  await system.contact.updateMany({ where: { tenantId, id: own.contactId }, data: { primaryContactId: ann } })
  const type = async (name: string, reverseName: string, purpose: string | null, systemTypeId = 2) =>
    (await system.contactRelationshipType.create({ data: { tenantId, name, reverseName, purpose, systemTypeId } })).id
  const relate = (contactId: number, otherContactId: number, typeId: number) =>
    system.contactRelationship.create({ data: { tenantId, contactId, otherContactId, typeId } })
  const owner = await type('Owner', 'Owned', 'hierarchy')
  await relate(own.contactId, above, owner)
  await relate(below, own.contactId, owner)
  await relate(own.contactId, beside, await type('Partner', 'Partner', null))
  await relate(ben, own.contactId, await type('Supplier', 'Customer', null, 1))
  await relate(own.contactId, cy, await type('Cousin', 'Cousin', 'family', 1))
  await relate(own.contactId, ben, await type('Manager', 'Managed', 'staff', 3))
  await addGroupsAndHistory(database, own)
  return organization
}

const addGroupsAndHistory = async ({ system }: Database, own: { tenantId: number; contactId: number }) => {
  const { tenantId } = own
  for (const [name, state] of [
    ['News', 'member'],
    ['Board', 'optedout'],
  ] as const) {
    const group = await system.group.create({ data: { tenantId, name } })
    await system.groupMember.create({ data: { ...own, groupId: group.id, state } })
  }
  const when = new Date('2026-02-03T04:05:06.789Z')
  await system.contactActivity.create({
    data: { ...own, activityDate: when, typeId: 2, description: 'Rang', createdBy: 'system' },
  })
  await system.contactCommunication.create({
    data: { ...own, typeId: 1, statusTypeId: 2, fromDisplayName: 'Ada B. Lind', occurredAt: when, subject: 'Hello' },
  })
  const list = await system.categoryList.create({ data: { tenantId, typeId: 1, name: 'Trade' } })
  const item = await system.categoryItem.create({ data: { tenantId, listId: list.id, name: 'Harbours' } })
  await system.contactCategory.create({ data: { ...own, itemId: item.id } })
  const certification = await system.certification.create({
    data: { tenantId, name: 'Safe', completionTypeId: 2, requiredAmount: '3', expiresInMonths: 12 },
  })
  await system.contactCertification.create({
    data: { ...own, certificationId: certification.id, creditsEarned: '2', startDate: new Date('2026-01-01') },
  })
  const membershipType = await system.membershipType.create({
    data: { tenantId, name: 'Business', nameKey: 'business' },
  })
  const term = { ...own, joinedOn: new Date('2025-01-01'), typeId: membershipType.id, amount: '480', status: 'Active' }
  await system.membership.create({ data: { ...term, startDate: new Date('2025-01-01'), status: 'Lapsed' } })
  await system.membership.create({ data: { ...term, startDate: new Date('2026-01-01'), balance: '80.50' } })
  for (const kind of KINDS)
    await system.contactRecord.create({ data: { ...own, kind, name: kind, amount: '9.99', startDate: when } })
}

const KINDS = ['experience', 'softwareaccount', 'salesopportunity', 'fundraisingactivity', 'formresponse', 'project']
