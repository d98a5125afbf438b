import type { ContactDesignationEditInput } from '#contract/people/contacts-details'
import { conflict, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { ContactDesignation } from '#prisma/client'
import { assertRoom, changeContact } from '../contact-changes.service.ts'
import { getContactHead } from '../contact-kind.queries.ts'
import { neededLine, optionalLine } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'

/** By their order, then as they were added. */
export const listDesignations = async (scope: Scope, contactId: number): Promise<Versioned<ContactDesignation[]>> => {
  const { auditId } = await getContactHead(scope, contactId)
  return { auditId, answer: await designationsOf(scope.db.prisma, scope, contactId) }
}

/** Adds a designation (id 0) or changes one; 409 where the contact has the code already. */
export const saveDesignation = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactDesignationEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactDesignation>> =>
  changeContact(scope, contactId, expected, 'designations', async (tx) => {
    const all = await designationsOf(tx, scope, contactId)
    const current = id === 0 ? undefined : findIn(all, id)
    if (!current) assertRoom(all.length, 'designations')
    const data = {
      code: neededLine(input.Code, current?.code, '/Code'),
      name: (input.Name === undefined ? current?.name : optionalLine(input.Name, '/Name')) ?? null,
      displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0,
    }
    if (all.some((other) => other.id !== id && other.code.toLowerCase() === data.code.toLowerCase())) {
      throw conflict('duplicate', `The contact has the designation ${data.code} already.`)
    }
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactDesignation.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactDesignation.create({ data: { ...data, tenantId, contactId } })
    return { answer: saved, changes: { id: saved.id, ...data } }
  })

export const deleteDesignation = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'designations', async (tx) => {
    const { code } = findIn(await designationsOf(tx, scope, contactId), id)
    await tx.contactDesignation.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, code, isDeleted: true } }
  })

const designationsOf = (tx: Models, { db }: Scope, contactId: number): Promise<ContactDesignation[]> =>
  tx.contactDesignation.findMany({
    where: { tenantId: db.tenantId, contactId },
    orderBy: [{ displayOrder: 'asc' }, { id: 'asc' }],
  })

const findIn = (all: ContactDesignation[], id: number): ContactDesignation => {
  const found = all.find((designation) => designation.id === id)
  if (!found) throw notFound('designation')
  return found
}
