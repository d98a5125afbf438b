import { parseWebsite } from '#areas/people/contacts/contacts.input'
import type { ContactRecordEditInput } from '#contract/people/contacts-details'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type ContactRecord, Prisma } from '#prisma/client'
import type { Versioned } from '../answer.ts'
import { assertPartVersion, assertRoom, changeContact } from '../change-contact.service.ts'
import { assertPeriod, neededLine, optionalLine, optionalLines, readDay } from '../input.ts'
import { type KindRules, RECORD_KINDS, type RecordKind } from './record-kinds.ts'

const MOST_PER_KIND = 500

/** Adds a record to a contact (id 0) or changes one, by the rules of its kind. */
export const saveRecord = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactRecordEditInput,
  expected: ExpectedVersion,
): Promise<Versioned<ContactRecord>> =>
  changeContact(scope, contactId, expected, 'records', async (tx) => {
    const { tenantId } = scope.db
    const current = id === 0 ? undefined : await findRecord(scope, tx, contactId, id)
    if (current) assertPartVersion(current.auditId, expected)
    const kind = readKind(input, current)
    if (!current)
      assertRoom(await tx.contactRecord.count({ where: { tenantId, contactId, kind } }), 'records', MOST_PER_KIND)
    const data = readInput(RECORD_KINDS[kind], input, current)
    const answer = current
      ? await tx.contactRecord.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.contactRecord.create({ data: { ...data, kind, tenantId, contactId } })
    return { answer, changes: { id: answer.id, kind, ...data, amount: data.amount?.toNumber() ?? null } }
  })

export const deleteRecord = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'records', async (tx) => {
    const { kind, name } = await findRecord(scope, tx, contactId, id)
    await tx.contactRecord.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, kind, name, isDeleted: true } }
  })

const readKind = ({ Kind }: ContactRecordEditInput, current: ContactRecord | undefined): RecordKind => {
  if (current) {
    if (Kind !== undefined && Kind !== current.kind) throw badInput('/Kind', 'is fixed once the record exists')
    return current.kind as RecordKind
  }
  if (Kind === undefined) throw badInput('/Kind', 'is needed')
  return Kind
}

const readInput = (rules: KindRules, input: ContactRecordEditInput, current: ContactRecord | undefined) => {
  const kept = <T>(value: T | undefined, before: T | undefined): T | null =>
    value === undefined ? (before ?? null) : value
  const data = {
    name: neededLine(input.Name, current?.name, '/Name'),
    description: kept(optionalLines(input.Description, '/Description'), current?.description),
    status: readStatus(rules, input.Status, current),
    amount: kept(readAmount(input.Amount), current?.amount),
    startDate: kept(readDay(input.StartDate), current?.startDate),
    endDate: kept(readDay(input.EndDate), current?.endDate),
    url: kept(readUrl(input.Url), current?.url),
  }
  assertPeriod(data.startDate, data.endDate, '/EndDate')
  assertFits(rules, { Amount: data.amount, StartDate: data.startDate, EndDate: data.endDate, Url: data.url })
  return data
}

const readStatus = (
  { statuses }: KindRules,
  value: string | null | undefined,
  current: ContactRecord | undefined,
): string | null => {
  const status = value === undefined ? current?.status : optionalLine(value, '/Status')
  if (statuses.length === 0) {
    if (status) throw badInput('/Status', 'is not taken by records of this kind')
    return null
  }
  const found = statuses.find((known) => known.toLowerCase() === (status ?? statuses[0] ?? '').toLowerCase())
  if (!found) throw badInput('/Status', `must be one of ${statuses.join(', ')}`)
  return found
}

const readAmount = (value: number | null | undefined): Prisma.Decimal | null | undefined => {
  if (value === undefined || value === null) return value
  const amount = new Prisma.Decimal(value)
  if (amount.lt(0) || !amount.eq(amount.toDecimalPlaces(2)))
    throw badInput('/Amount', 'must be 0 or more, with two decimals at most')
  return amount
}

const readUrl = (value: string | null | undefined): string | null | undefined => {
  if (!value?.trim()) return value === undefined ? undefined : null
  const url = parseWebsite(value)
  if (url === null) throw badInput('/Url', 'must be a web address, like https://example.org')
  return url
}

/** What the kind needs must be there, what it does not take must not. */
const assertFits = ({ needs, takes }: KindRules, fields: Record<KindRules['takes'][number], unknown>): void => {
  for (const [field, value] of Object.entries(fields)) {
    if (value === null && needs.some((needed) => needed === field)) throw badInput(`/${field}`, 'is needed')
    if (value !== null && !takes.some((taken) => taken === field))
      throw badInput(`/${field}`, 'is not taken by records of this kind')
  }
}

const findRecord = async ({ db }: Scope, tx: Transaction, contactId: number, id: number): Promise<ContactRecord> => {
  const record = await tx.contactRecord.findFirst({ where: { tenantId: db.tenantId, contactId, id } })
  if (!record) throw notFound('record')
  return record
}
