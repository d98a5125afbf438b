import type { CommunicationEditInput } from '#contract/people/contacts-details'
import { actorDisplayName } from '#kernel/auth/actor-display'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import { cleanHtml } from '#kernel/html/clean-html'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { readInstant } from '#kernel/time/instant'
import type { ContactCommunication } from '#prisma/client'
import { assertPartVersion, changeContact } from '../contact-changes.service.ts'
import { neededLine, optionalLine } from '../contact-parts.input.ts'
import type { Versioned } from '../contact-parts.ts'

const DRAFT = 1
const MOST_CHARACTERS = 100_000

/** Records a communication (id 0) or changes one; it is a record, nothing is sent. */
export const saveCommunication = (
  scope: Scope,
  contactId: number,
  id: number,
  input: CommunicationEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactCommunication>> =>
  changeContact(scope, contactId, expected, 'communications', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await findCommunication(scope, tx, contactId, id)
    if (current) assertPartVersion(current.auditId, expected)
    const data = await readInput(scope, input, current)
    if (current) assertStillOpen(current, data)
    const answer = current
      ? await tx.contactCommunication.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.contactCommunication.create({ data: { ...data, tenantId, contactId } })
    const { body: _, ...changes } = data
    return { answer, changes: { id: answer.id, ...changes } }
  })

export const deleteCommunication = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'communications', async (tx) => {
    const { subject } = await findCommunication(scope, tx, contactId, id)
    await tx.contactCommunication.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, subject, isDeleted: true } }
  })

type Data = Pick<
  ContactCommunication,
  'typeId' | 'statusTypeId' | 'fromDisplayName' | 'occurredAt' | 'subject' | 'body' | 'category'
>

const readInput = async (
  scope: Scope,
  input: CommunicationEditInput,
  current: ContactCommunication | undefined,
): Promise<Data> => {
  const typeId = input.CommunicationTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/CommunicationTypeId', 'is needed')
  const from = optionalLine(input.FromDisplayName, '/FromDisplayName')
  const category = optionalLine(input.Category, '/Category')
  return {
    typeId,
    statusTypeId: input.CommunicationStatusTypeId ?? current?.statusTypeId ?? DRAFT,
    fromDisplayName: from === undefined ? (current ? current.fromDisplayName : await actorDisplayName(scope)) : from,
    occurredAt: readInstant(input.Date) ?? current?.occurredAt ?? scope.clock.now(),
    subject: neededLine(input.Subject, current?.subject, '/Subject'),
    body: input.Body === undefined ? (current?.body ?? null) : readBody(input.Body),
    category: category === undefined ? (current?.category ?? null) : category,
  }
}

const readBody = (html: string | null): string | null => {
  const body = cleanHtml(html ?? '')
  if (body.length > MOST_CHARACTERS)
    throw badInput('/Body', `must not have more than ${MOST_CHARACTERS} characters once it is cleaned`)
  return body || null
}

/** What went out or came in is history: only its status and its category change. */
const assertStillOpen = (current: ContactCommunication, wanted: Data): void => {
  if (current.statusTypeId === DRAFT) return
  const isSame =
    wanted.typeId === current.typeId &&
    wanted.subject === current.subject &&
    wanted.body === current.body &&
    wanted.fromDisplayName === current.fromDisplayName &&
    wanted.occurredAt.getTime() === current.occurredAt.getTime() &&
    wanted.statusTypeId !== DRAFT
  if (!isSame) throw ruleRefused('communication-sent', 'It is no draft any more: only status and category can change.')
}

const findCommunication = async ({ db }: Scope, tx: Transaction, contactId: number, id: number) => {
  const found = await tx.contactCommunication.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!found) throw notFound('communication')
  return found
}
