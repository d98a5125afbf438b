import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { chapterEvents } from '../chapters.events.ts'
import { moveContacts, type Place } from '../members/chapter-moves.service.ts'

interface Held {
  auditId: number
  organizationId: number
}

/**
 * Deletes a chapter; what it bundles stays. Contacts that are deleted leave it, so that a contact restored later is not
 * in a chapter that is gone.
 *
 * @throws 404, 409 in-use while it has children or contacts, 412.
 */
export const deleteChapter = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'chapter')
    // Held against contacts that would come in meanwhile, too.
    const [held] = await tx.$queryRaw<Held[]>`SELECT audit_id AS "auditId", organization_id AS "organizationId"
      FROM chapter WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`
    if (!held) throw notFound('chapter')
    assertVersion(held.auditId, expected)
    await refuseInUse(tx, tenantId, id)
    const leave = await tx.$queryRaw<Place[]>(Prisma.sql`SELECT contact_id AS "contactId", chapter_id AS "chapterId"
      FROM contact_chapter WHERE tenant_id = ${tenantId}::int AND chapter_id = ${id}::int`)
    const contactIds = leave.map(({ contactId }) => contactId)
    await lockContacts(tx, scope, contactIds)
    await moveContacts(tx, scope, { enter: [], leave, isByPostalCode: false })
    await tx.chapter.delete({ where: { tenantId_id: { tenantId, id } } })
    const event = { kind: chapterEvents.deleted, payload: { chapterId: id, organizationId: held.organizationId } }
    const change = { entity: 'chapter', entityId: id, auditId: held.auditId + 1, action: 'deleted' } as const
    await recordChange(scope, tx, { ...change, event })
  })

const refuseInUse = async (tx: Transaction, tenantId: number, id: number): Promise<void> => {
  const children = await tx.chapter.count({ where: { tenantId, parentId: id } })
  if (children > 0) throw conflict('in-use', `The chapter has ${children} below it; move or delete those first.`)
  const contacts = await tx.contactChapter.count({ where: { tenantId, chapterId: id, contact: { deletedAt: null } } })
  if (contacts > 0) throw conflict('in-use', `The chapter has ${contacts} contacts; take them out first.`)
}
