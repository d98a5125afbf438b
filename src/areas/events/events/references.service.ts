import { benefitItemKind } from '#areas/commerce/benefit-ledger/items/items.queries'
import { sponsorshipTypeKind } from '#areas/commerce/sponsorships/types/sponsorship-types.queries'
import { feeItemKind } from '#areas/finance/books/fee-items/fee-items.queries'
import { taxSetKind } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { certificationKind } from '#areas/people/contacts/certifications/certifications.queries'
import { customFieldKind } from '#areas/people/custom-fields/custom-fields.queries'
import { isAskable, isOfRegistrations } from '#areas/people/custom-fields/responses/responses.queries'
import { calendarKind } from '#areas/work/calendars/calendars.queries'
import { MAX_ID } from '#kernel/database/ids'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { RecordKind } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Event } from '#prisma/client'
import type { EventData } from './events.input.ts'
import type { PartPlan } from './parts/part-list.input.ts'
import type { Parts } from './parts/parts.queries.ts'
import type { PartPlans } from './parts/parts.service.ts'

interface Reference {
  pointer: string
  id: number | null
  /** What the field referenced before: a reference that stays is not checked. */
  before: number | null | undefined
}

interface Saved {
  data: EventData
  current: Event | null
  plans: PartPlans
  before: Parts
}

/** What is wrong with the references of a request. */
interface Faults {
  missing: FieldFault[]
  inactive: FieldFault[]
}

/**
 * Rejects references to records that do not exist, and new ones to records that are not active. Locks them against deletion.
 *
 * @throws 422 unknown-reference, event-rule.
 */
export const requireReferences = async (scope: Scope, tx: Transaction, saved: Saved): Promise<void> => {
  const { data, current, plans, before } = saved
  const faults: Faults = { missing: [], inactive: [] }
  const check = <R extends { isActive: boolean }>(kind: RecordKind<R>, references: readonly Reference[]) =>
    checkRecords(scope, tx, kind, references, faults)
  await check(taxSetKind, [{ pointer: '/TaxSetId', id: data.taxSetId, before: current?.taxSetId }])
  await check(calendarKind, [{ pointer: '/CalendarId', id: data.calendarId, before: current?.calendarId }])
  for (const list of ['types', 'sessions', 'tiers', 'exhibitorTypes', 'items', 'donations'] as const)
    await check(feeItemKind, partReferences(plans[list], before[list], 'feeItemId', 'SaleableItemId'))
  await check(benefitItemKind, partReferences(plans.types, before.types, 'benefitItemId', 'BenefitItemId'))
  const sponsored = partReferences(plans.tiers, before.tiers, 'sponsorshipTypeId', 'SponsorshipTypeId')
  await check(sponsorshipTypeKind, sponsored)
  await checkFields(scope, tx, partReferences(plans.questions, before.questions, 'fieldId', 'CustomFieldId'), faults)
  const { missing, inactive } = faults
  missing.push(...(await findUnknownCertification(scope, tx, saved)))
  missing.push(...findUnknownTypes(saved))
  if (missing.length > 0) throw unknownReferences(missing)
  if (inactive.length > 0)
    throw ruleRefused('event-rule', 'The event references records that are not active.', inactive)
}

const checkRecords = async <R extends { isActive: boolean }>(
  scope: Scope,
  tx: Transaction,
  kind: RecordKind<R>,
  references: readonly Reference[],
  { missing, inactive }: Faults,
): Promise<void> => {
  const noun = kind.noun ?? kind.entity
  for (const { pointer, id, before } of references) {
    if (id === null || id === before) continue
    const found = id <= MAX_ID ? await lockRecordIfPresent(scope, tx, kind, id, 'share') : null
    if (!found) missing.push(referenceFault(pointer, noun))
    else if (!found.isActive) inactive.push({ pointer, message: `must be an active ${noun}` })
  }
}

/** Locks the certification of the certificates against deletion. */
const findUnknownCertification = async (
  scope: Scope,
  tx: Transaction,
  { data: { certificationId: id }, current }: Saved,
): Promise<FieldFault[]> => {
  if (id === null || id === current?.certificationId) return []
  const found = id <= MAX_ID && (await lockRecordIfPresent(scope, tx, certificationKind, id, 'share'))
  return found ? [] : [referenceFault('/CertificationId', 'certification')]
}

/** Custom fields that the form asks for must have values that a visitor can give. */
const checkFields = async (
  scope: Scope,
  tx: Transaction,
  references: readonly Reference[],
  { missing, inactive }: Faults,
): Promise<void> => {
  for (const { pointer, id, before } of references) {
    if (id === null || id === before) continue
    const field = id <= MAX_ID ? await lockRecordIfPresent(scope, tx, customFieldKind, id, 'share') : null
    if (field === null || !isOfRegistrations(field))
      missing.push(referenceFault(pointer, 'custom field of registrations'))
    else if (!isAskable(field)) inactive.push({ pointer, message: 'must be a custom field that a form can ask' })
  }
}

/** Returns the references of the parts of one list by a column. */
const partReferences = <Column extends string>(
  plan: PartPlan<Readonly<Record<Column, number | null>>> | null,
  before: readonly ({ id: number } & Readonly<Record<Column, number | null>>)[],
  column: Column,
  field: string,
): Reference[] =>
  (plan?.kept ?? []).map(({ id, at, data }) => ({
    pointer: `${at}/${field}`,
    id: data[column],
    before: before.find((row) => row.id === id)?.[column],
  }))

/** Finds the references to types that the event will not have, also those of parts that stay unchanged. */
const findUnknownTypes = ({ plans, before }: Saved): FieldFault[] => {
  const removed = new Set(plans.types?.removed ?? [])
  const left = new Set(before.types.map(({ id }) => id).filter((id) => !removed.has(id)))
  const references = [
    ...(['sessions', 'discounts', 'questions'] as const).flatMap((list) => choosersOf(plans[list], before[list])),
    ...(['tiers', 'exhibitorTypes'] as const).flatMap((list) => includersOf(plans[list], before[list])),
  ]
  return references
    .filter(({ ids }) => ids.some((id) => !left.has(id)))
    .map(({ pointer }) => referenceFault(pointer, 'registration type of the event'))
}

interface TypeReferences {
  pointer: string
  ids: readonly number[]
}

/** Returns the types that can choose sessions, that discounts apply to, or whose attendees are asked. */
const choosersOf = (
  plan: PartPlan<{ typeIds: readonly number[] | undefined }> | null,
  before: readonly { id: number; types: readonly { typeId: number }[] }[],
): TypeReferences[] => {
  const typesOf = (id: number) => before.find((row) => row.id === id)?.types.map(({ typeId }) => typeId) ?? []
  if (!plan) return before.map(({ id }) => ({ pointer: '/RegistrationTypes', ids: typesOf(id) }))
  return plan.kept.map(({ id, at, data }) => ({
    pointer: `${at}/RegistrationTypeIds`,
    ids: data.typeIds ?? typesOf(id),
  }))
}

/** Returns the types of the attendees that tiers and places for exhibitors include. */
const includersOf = (
  plan: PartPlan<{ includedTypeId: number | null }> | null,
  before: readonly { includedTypeId: number | null }[],
): TypeReferences[] => {
  const idsOf = ({ includedTypeId: id }: { includedTypeId: number | null }) => (id === null ? [] : [id])
  if (!plan) return before.map((row) => ({ pointer: '/RegistrationTypes', ids: idsOf(row) }))
  return plan.kept.map(({ at, data }) => ({ pointer: `${at}/IncludedRegistrationTypeId`, ids: idsOf(data) }))
}
