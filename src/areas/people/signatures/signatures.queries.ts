import { findDeletedContacts } from '#areas/people/contacts/contacts.queries'
import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { Signature } from '#prisma/client'
import type { FindSignature } from '#services/mail/sending/send-mail'
import { signatureEvents } from './signatures.events.ts'

/** Returns the condition on the caller's own signatures: those of other callers do not exist for it. */
export const ownSignatures = ({ db, actor }: Pick<Scope, 'db' | 'actor'>) => ({
  tenantId: db.tenantId,
  owner: actorName(actor),
})

export const signatureKind: RecordKind<Signature> = {
  entity: 'signature',
  table: 'signature',
  columns: { html: 'SignatureHtml', owner: null },
  events: signatureEvents,
  find: (tx, { id }, scope) => tx.signature.findFirst({ where: { ...ownSignatures(scope), id } }),
}

/** Leaves out contacts that are deleted. */
const hideDeleted = async ({ db }: Scope, found: readonly Signature[]): Promise<Signature[]> => {
  const deleted = await findDeletedContacts(
    db.prisma,
    db.tenantId,
    found.flatMap(({ contactId }) => contactId ?? []),
  )
  return found.map((one) => (one.contactId !== null && deleted.has(one.contactId) ? { ...one, contactId: null } : one))
}

/** Returns one signature of the caller; 404 if there is none with this id. */
export const getSignature = async (scope: Scope, id: number): Promise<Signature> => {
  const signature = await scope.db.prisma.signature.findFirst({ where: { ...ownSignatures(scope), id } })
  const [shown] = await hideDeleted(scope, signature ? [signature] : [])
  if (!shown) throw notFound('signature')
  return shown
}

/** Lists the caller's signatures by name. */
export const listSignatures = async (scope: Scope): Promise<Signature[]> =>
  hideDeleted(scope, (await scope.db.prisma.signature.findMany({ where: ownSignatures(scope) })).sort(compareByName))

/** Finds another signature of the caller with this name; null if there is none. */
export const findNamesake = (scope: Scope, tx: Models, name: string, id: number): Promise<object | null> =>
  tx.signature.findFirst({ where: { ...ownSignatures(scope), name, id: { not: id } }, select: { id: true } })

/** Returns whether a signature exists and belongs to the caller. */
export const isOwnSignature = async (scope: Scope, tx: Models, id: number): Promise<boolean> =>
  id <= MAX_ID && (await tx.signature.count({ where: { ...ownSignatures(scope), id } })) > 0

/** Returns those of the ids that are signatures, of any owner: for records that use them. */
export const findSignatureIds = async (
  models: Models,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const found = await models.signature.findMany({ where: { tenantId, id: { in: [...ids] } }, select: { id: true } })
  return new Set(found.map(({ id }) => id))
}

/** Reads the sanitized HTML of a signature of any owner, for a mail that uses it; null if it was deleted. */
export const findSignatureHtml: FindSignature = async ({ db }, id) => {
  const where = { tenantId: db.tenantId, id }
  return (await db.prisma.signature.findFirst({ where, select: { html: true } }))?.html ?? null
}
