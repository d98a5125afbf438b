import type { ContactDesignationEditInput } from '#contract/people/contacts-details'
import { conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactDesignation } from '#prisma/client'
import { changeContact } from '../contact-changes.service.ts'
import { parseLineField, parseRequiredField, pickSent } from '../contact-parts.input.ts'
import { findPart } from '../contact-parts.model.ts'
import { findDesignations, requireListRoom, type Versioned } from '../contact-parts.queries.ts'

/** Adds a designation (id 0) or changes one. @throws 400, 404, 409 duplicate, 412, 422 too-many. */
export const saveDesignation = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactDesignationEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactDesignation>> =>
  changeContact(scope, contactId, expected, 'designations', async (tx) => {
    const all = await findDesignations(tx, scope, contactId)
    const current = id === 0 ? undefined : findPart(all, id, 'designation')
    if (!current) await requireListRoom(scope, tx, contactId, 'designations')
    const data = parseDesignation(input, current)
    if (all.some((other) => other.id !== id && other.code.toLowerCase() === data.code.toLowerCase()))
      throw conflict('duplicate', `The contact already has the designation ${data.code}.`)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactDesignation.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactDesignation.create({ data: { ...data, tenantId, contactId } })
    return { result: saved, changes: { id: saved.id, ...data }, before: current }
  })

/** Removes a designation. @throws 404, 412. */
export const deleteDesignation = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'designations', async (tx) => {
    const before = findPart(await findDesignations(tx, scope, contactId), id, 'designation')
    await tx.contactDesignation.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, code: before.code, isDeleted: true }, before }
  })

const parseDesignation = (input: ContactDesignationEditInput, current: ContactDesignation | undefined) => ({
  code: parseRequiredField(input.Code, current?.code, '/Code'),
  name: pickSent(parseLineField(input.Name, '/Name'), current?.name ?? null),
  displayOrder: input.DisplayOrder ?? current?.displayOrder ?? 0,
})
