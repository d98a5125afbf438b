import { benefitItemKind } from '#areas/commerce/benefit-ledger/items/items.queries'
import { sponsorshipTypeKind } from '#areas/commerce/sponsorships/types/sponsorship-types.queries'
import { feeItemKind } from '#areas/finance/books/fee-items/fee-items.queries'
import { taxSetKind } from '#areas/finance/books/tax-sets/tax-sets.queries'
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

/** The parts of a request that are priced, with what they were. */
const pricedParts = ({ plans, before }: Saved) =>
  (['types', 'sessions', 'tiers', 'exhibitorTypes', 'items', 'donations'] as const).flatMap((list) =>
    (plans[list]?.kept ?? []).map(({ id, at, data }) => ({
      ...{ at, feeItemId: data.feeItemId },
      current: before[list].find((row) => row.id === id)?.feeItemId,
    })),
  )

/**
 * Rejects references to records that do not exist, and new ones to records that are not active. Locks them against deletion.
 *
 * @throws 422 unknown-reference, event-rule.
 */
export const requireReferences = async (scope: Scope, tx: Transaction, saved: Saved): Promise<void> => {
  const missing: FieldFault[] = []
  const inactive: FieldFault[] = []
  const check = async <R extends { isActive: boolean }>(kind: RecordKind<R>, references: Reference[]) => {
    for (const { pointer, id, before } of references) {
      if (id === null || id === before) continue
      const found = id <= MAX_ID ? await lockRecordIfPresent(scope, tx, kind, id, 'share') : null
      const noun = kind.noun ?? kind.entity
      if (!found) missing.push(referenceFault(pointer, noun))
      else if (!found.isActive) inactive.push({ pointer, message: `must be an active ${noun}` })
    }
  }
  const { data, current, plans, before } = saved
  await check(taxSetKind, [{ pointer: '/TaxSetId', id: data.taxSetId, before: current?.taxSetId }])
  await check(calendarKind, [{ pointer: '/CalendarId', id: data.calendarId, before: current?.calendarId }])
  await check(
    feeItemKind,
    pricedParts(saved).map(({ at, feeItemId, current: was }) => ({
      ...{ pointer: `${at}/SaleableItemId`, id: feeItemId, before: was },
    })),
  )
  await check(
    benefitItemKind,
    (plans.types?.kept ?? []).map(({ id, at, data: { benefitItemId } }) => ({
      ...{ pointer: `${at}/BenefitItemId`, id: benefitItemId },
      before: before.types.find((row) => row.id === id)?.benefitItemId,
    })),
  )
  await check(
    sponsorshipTypeKind,
    (plans.tiers?.kept ?? []).map(({ id, at, data: { sponsorshipTypeId } }) => ({
      ...{ pointer: `${at}/SponsorshipTypeId`, id: sponsorshipTypeId },
      before: before.tiers.find((row) => row.id === id)?.sponsorshipTypeId,
    })),
  )
  missing.push(...findUnknownTypes(saved))
  if (missing.length > 0) throw unknownReferences(missing)
  if (inactive.length > 0) throw ruleRefused('event-rule', 'The event references records that are not active.', inactive)
}

/** The references to types that the event has neither before nor after the save, also of parts that stay unchanged. */
const findUnknownTypes = ({ plans, before }: Saved): FieldFault[] => {
  const removed = new Set(plans.types?.removed ?? [])
  const left = new Set(before.types.map(({ id }) => id).filter((id) => !removed.has(id)))
  const faults: FieldFault[] = []
  const check = (pointer: string, ids: readonly (number | null)[]) => {
    if (ids.some((id) => id !== null && !left.has(id)))
      faults.push(referenceFault(pointer, 'registration type of the event'))
  }
  for (const list of ['sessions', 'discounts'] as const) {
    const typesOf = (id: number) => before[list].find((row) => row.id === id)?.types.map(({ typeId }) => typeId) ?? []
    const kept = plans[list]?.kept
    if (kept)
      for (const { id, at, data } of kept) check(`${at}/RegistrationTypeIds`, data.typeIds ?? typesOf(id))
    else for (const { id } of before[list]) check('/RegistrationTypes', typesOf(id))
  }
  for (const list of ['tiers', 'exhibitorTypes'] as const) {
    const kept = plans[list]?.kept
    if (kept) for (const { at, data } of kept) check(`${at}/IncludedRegistrationTypeId`, [data.includedTypeId])
    else for (const { includedTypeId } of before[list]) check('/RegistrationTypes', [includedTypeId])
  }
  return faults
}
