import type { SignatureEditInput } from '#contract/people/signatures'
import { MOST_ID } from '#kernel/database/ids'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { cleanHtml } from '#kernel/html/clean-html'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Signature } from '#prisma/client'
import { SIGNATURE_CREATED, SIGNATURE_DELETED, SIGNATURE_UPDATED } from './signatures.events.ts'
import { ownSignatures } from './signatures.queries.ts'

const MOST_PER_OWNER = 100
const MOST_CHARACTERS = 100_000

/** Creates a signature of the caller's. Name is needed; the contact is the login's own unless the input names one. */
export const createSignature = (scope: Scope, input: SignatureEditInput): Promise<Signature> =>
  scope.db.transaction(async (tx) => {
    const name = readName(input) ?? missingName()
    const html = readHtml(input) ?? ''
    const contactId = readContactId(input) ?? ownContact(scope, input)
    if ((await tx.signature.count({ where: ownSignatures(scope) })) >= MOST_PER_OWNER) throw tooMany()
    await assertNameIsFree(scope, tx, name, 0)
    if (contactId !== ownContact(scope, {})) await assertContact(scope, tx, contactId)
    const signature = await tx.signature.create({ data: { ...ownSignatures(scope), name, contactId, html } })
    await record(scope, tx, signature, 'created', SIGNATURE_CREATED)
    return signature
  })

/** Changes what the input names of a signature of the caller's; what it leaves out stays. */
export const changeSignature = (
  scope: Scope,
  id: number,
  input: SignatureEditInput,
  expected: ExpectedVersion,
): Promise<Signature> =>
  scope.db.transaction(async (tx) => {
    const current = await lockSignature(scope, tx, id, expected)
    const name = readName(input) ?? current.name
    const html = readHtml(input) ?? current.html
    const contactId = input.ContactId === undefined ? current.contactId : readContactId(input)
    await assertNameIsFree(scope, tx, name, id)
    if (contactId !== current.contactId) await assertContact(scope, tx, contactId)
    const signature = await tx.signature.update({
      where: { tenantId_id: { tenantId: current.tenantId, id } },
      data: { name, html, contactId, auditId: { increment: 1 } },
    })
    await record(scope, tx, signature, 'updated', SIGNATURE_UPDATED)
    return signature
  })

/** Deletes a signature of the caller's for good. */
export const deleteSignature = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockSignature(scope, tx, id, expected)
    await tx.signature.delete({ where: { tenantId_id: { tenantId: current.tenantId, id } } })
    await record(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted', SIGNATURE_DELETED)
  })

/** The row as it stands, held until the transaction ends, so that of several writers with one version one wins. */
const lockSignature = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<Signature> => {
  const { tenantId, owner } = ownSignatures(scope)
  await tx.$queryRaw`select 1 from signature where tenant_id = ${tenantId} and owner = ${owner} and id = ${id} for update`
  const signature = await tx.signature.findFirst({ where: { tenantId, owner, id } })
  if (!signature) throw notFound('signature')
  assertVersion(signature.auditId, expected)
  return signature
}

const readName = ({ Name }: SignatureEditInput): string | undefined => {
  if (Name === undefined) return undefined
  const name = Name?.trim()
  if (!name) throw badInput('/Name', 'must not be blank')
  return name
}

const missingName = (): never => {
  throw badInput('/Name', 'is needed')
}

/** Undefined where the input says nothing about it. */
const readHtml = ({ SignatureHtml }: SignatureEditInput): string | undefined => {
  if (SignatureHtml === undefined) return undefined
  const html = cleanHtml(SignatureHtml ?? '')
  if (html.length > MOST_CHARACTERS)
    throw badInput('/SignatureHtml', `must not have more than ${MOST_CHARACTERS} characters once it is cleaned`)
  return html
}

/** Digits, as the contract holds them to; too many for an id name nobody. */
const readContactId = ({ ContactId }: SignatureEditInput): number | null => Number(ContactId || 0) || null

/** Null was asked for, or nothing was said: then it is the contact that the login is. */
const ownContact = ({ actor }: Scope, { ContactId }: SignatureEditInput): number | null =>
  ContactId === undefined && actor.kind === 'login' ? actor.contactId : null

const assertContact = async ({ db }: Scope, tx: Transaction, id: number | null): Promise<void> => {
  if (id === null) return
  const where = { tenantId: db.tenantId, id, deletedAt: null }
  const contact = id > MOST_ID ? null : await tx.contact.findFirst({ where, select: { id: true } })
  if (contact) return
  const errors = [{ pointer: '/ContactId', message: 'names no contact' }]
  throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

/** The unique index has the last word where two save at once; this names the rule in the answer. */
const assertNameIsFree = async (scope: Scope, tx: Transaction, name: string, id: number): Promise<void> => {
  const other = await tx.signature.findFirst({
    where: { ...ownSignatures(scope), name, id: { not: id } },
    select: { id: true },
  })
  if (other) throw conflict('duplicate', `You have another signature called "${name}".`)
}

const tooMany = () => ruleRefused('too-many', `You have ${MOST_PER_OWNER} signatures. Delete one first.`)

const record = (
  scope: Scope,
  tx: Transaction,
  signature: Signature,
  action: 'created' | 'updated' | 'deleted',
  kind: string,
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'signature',
    entityId: signature.id,
    auditId: signature.auditId,
    action,
    changes: { Name: signature.name, ContactId: signature.contactId, SignatureHtml: signature.html },
    event: { kind, payload: { Name: signature.name, Owner: actorName(scope.actor) } },
  })
