import { requireContacts } from '#areas/people/contacts/contacts.queries'
import type { SignatureEditInput } from '#contract/people/signatures'
import { ruleRefused } from '#kernel/errors/problem'
import { lockForSave, lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Signature } from '#prisma/client'
import { cleanSignature, parseSignature } from './signatures.input.ts'
import { findNamesake, ownSignatures, signatureKind } from './signatures.queries.ts'

const MAX_PER_OWNER = 100

/**
 * Creates a signature of the caller (id 0) or changes one.
 *
 * @throws 400, 404, 409 duplicate, 412, 422 unknown-reference, too-many.
 */
export const saveSignature = async (
  scope: Scope,
  id: number,
  input: SignatureEditInput,
  expected: ExpectedVersion,
): Promise<Signature> => {
  const clean = await cleanSignature(scope, input)
  return scope.db.transaction(async (tx) => {
    const current = await lockForSave(scope, tx, signatureKind, id, expected)
    const data = parseSignature(scope, clean, current)
    if (!current) await requireRoom(scope, tx)
    // The unique index decides where two save at once; this check names the rule in the response.
    requireUniqueName(signatureKind, data.name, await findNamesake(scope, tx, data.name, id))
    await requireContact(scope, tx, data.contactId, current)
    const saved = current
      ? await tx.signature.update({
          where: { tenantId_id: { tenantId: current.tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await tx.signature.create({ data: { ...ownSignatures(scope), ...data } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })
}

/** Deletes a signature of the caller permanently. @throws 404, 409 in-use, 412. */
export const deleteSignature = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, signatureKind, id, expected)
    await requireUnused(scope, tx, signatureKind, current)
    await tx.signature.delete({ where: { tenantId_id: { tenantId: current.tenantId, id } } })
    await record(scope, tx, nextVersionOf(current), 'deleted')
  })

const requireRoom = async (scope: Scope, tx: Transaction): Promise<void> => {
  if ((await tx.signature.count({ where: ownSignatures(scope) })) < MAX_PER_OWNER) return
  throw ruleRefused('too-many', `You have ${MAX_PER_OWNER} signatures. Delete one first.`)
}

// The contact of the caller's own login needs no check; neither does one that stays.
const requireContact = async (
  scope: Scope,
  tx: Transaction,
  contactId: number | null,
  current: Signature | null,
): Promise<void> => {
  const own = scope.actor.kind === 'login' ? scope.actor.contactId : null
  if (contactId === null || contactId === (current ? current.contactId : own)) return
  await requireContacts(scope, tx, [{ pointer: '/ContactId', contactId }])
}

const record = (scope: Scope, tx: Transaction, signature: Signature, action: ChangeAction): Promise<void> => {
  const payload = { Name: signature.name, Owner: actorName(scope.actor) }
  return recordChange(scope, tx, changeOf(signatureKind, signature, action, { payload }))
}
