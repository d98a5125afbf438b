import type { EventDetailsInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { DISCOUNTS, DONATIONS, EXHIBITOR_TYPES, ITEMS, TIERS } from './offers.input.ts'
import { type PartPlan, parsePartList } from './part-list.input.ts'
import type { Parts } from './parts.queries.ts'
import { freeKeysSql, type PartsKey, removePartsSql } from './parts.sql.ts'
import { QUESTIONS, REGISTRATION_TYPES, SESSIONS } from './registration-types.input.ts'
import { requireUnusedParts } from './used-parts.service.ts'

export type PartPlans = ReturnType<typeof parseParts>

/** Parses the lists of parts; null for one that keeps its parts. @throws 422 unknown-reference. */
export const parseParts = (input: EventDetailsInput, before: Parts, faults: FieldFault[]) => ({
  types: parsePartList(REGISTRATION_TYPES, input.RegistrationTypes, before.types, faults),
  sessions: parsePartList(SESSIONS, input.Sessions, before.sessions, faults),
  tiers: parsePartList(TIERS, input.SponsorshipTiers, before.tiers, faults),
  exhibitorTypes: parsePartList(EXHIBITOR_TYPES, input.ExhibitorTypes, before.exhibitorTypes, faults),
  items: parsePartList(ITEMS, input.AdditionalItems, before.items, faults),
  donations: parsePartList(DONATIONS, input.Donations, before.donations, faults),
  discounts: parsePartList(DISCOUNTS, input.Discounts, before.discounts, faults),
  questions: parsePartList(QUESTIONS, input.Questions, before.questions, faults),
})

interface Owner {
  tenantId: number
  eventId: number
}

/** How the parts of one table are written. */
interface PartWriter<Data> {
  table: string
  keyColumn: string
  /** Creates a part (id 0) or updates one. */
  save(tx: Transaction, owner: Owner, id: number, row: Data & { position: number }): Promise<unknown>
}

type DataOf<Plan> = Plan extends PartPlan<infer Data> ? Data : never
type Writers = { [List in keyof PartPlans]: PartWriter<DataOf<PartPlans[List]>> }

const keyOf = ({ tenantId }: Owner, id: number) => ({ tenantId_id: { tenantId, id } })

const itemWriter: Writers['items'] = {
  table: 'event_item',
  keyColumn: 'name_key',
  save: (tx, owner, id, row) =>
    id === 0
      ? tx.eventItem.create({ data: { ...owner, ...row } })
      : tx.eventItem.update({ where: keyOf(owner, id), data: row }),
}

const WRITERS: Writers = {
  types: {
    table: 'event_registration_type',
    keyColumn: 'name_key',
    save: (tx, owner, id, row) =>
      id === 0
        ? tx.eventRegistrationType.create({ data: { ...owner, ...row } })
        : tx.eventRegistrationType.update({ where: keyOf(owner, id), data: row }),
  },
  sessions: {
    table: 'event_session',
    keyColumn: 'name_key',
    save: async (tx, owner, id, { typeIds, ...row }) => {
      const { id: sessionId } =
        id === 0
          ? await tx.eventSession.create({ data: { ...owner, ...row } })
          : await tx.eventSession.update({ where: keyOf(owner, id), data: row })
      if (!typeIds) return
      await tx.eventSessionType.deleteMany({ where: { ...owner, sessionId } })
      await tx.eventSessionType.createMany({ data: typeIds.map((typeId) => ({ ...owner, sessionId, typeId })) })
    },
  },
  tiers: {
    table: 'event_tier',
    keyColumn: 'name_key',
    save: (tx, owner, id, row) =>
      id === 0
        ? tx.eventTier.create({ data: { ...owner, ...row } })
        : tx.eventTier.update({ where: keyOf(owner, id), data: row }),
  },
  exhibitorTypes: {
    table: 'event_exhibitor_type',
    keyColumn: 'name_key',
    save: (tx, owner, id, row) =>
      id === 0
        ? tx.eventExhibitorType.create({ data: { ...owner, ...row } })
        : tx.eventExhibitorType.update({ where: keyOf(owner, id), data: row }),
  },
  items: itemWriter,
  donations: itemWriter,
  discounts: {
    table: 'event_discount',
    keyColumn: 'code_key',
    save: async (tx, owner, id, { typeIds, ...row }) => {
      const { id: discountId } =
        id === 0
          ? await tx.eventDiscount.create({ data: { ...owner, ...row } })
          : await tx.eventDiscount.update({ where: keyOf(owner, id), data: row })
      if (!typeIds) return
      await tx.eventDiscountType.deleteMany({ where: { ...owner, discountId } })
      await tx.eventDiscountType.createMany({ data: typeIds.map((typeId) => ({ ...owner, discountId, typeId })) })
    },
  },
  questions: {
    table: 'event_question',
    keyColumn: 'asked_key',
    save: async (tx, owner, id, { typeIds, ...row }) => {
      const { id: questionId } =
        id === 0
          ? await tx.eventQuestion.create({ data: { ...owner, ...row } })
          : await tx.eventQuestion.update({ where: keyOf(owner, id), data: row })
      if (!typeIds) return
      await tx.eventQuestionType.deleteMany({ where: { ...owner, questionId } })
      await tx.eventQuestionType.createMany({ data: typeIds.map((typeId) => ({ ...owner, questionId, typeId })) })
    },
  },
}

/**
 * Stores the parts of a saved event. Types come first and are removed last: by then, what references them has changed.
 */
export const saveParts = async (scope: Scope, tx: Transaction, eventId: number, plans: PartPlans): Promise<void> => {
  const owner = { tenantId: scope.db.tenantId, eventId }
  const { types } = plans
  if (types) await saveKept(tx, owner, types, WRITERS.types)
  await requireUnusedParts(scope, tx, plans)
  await saveList(tx, owner, plans.sessions, WRITERS.sessions)
  await saveList(tx, owner, plans.tiers, WRITERS.tiers)
  await saveList(tx, owner, plans.exhibitorTypes, WRITERS.exhibitorTypes)
  await saveList(tx, owner, plans.items, WRITERS.items)
  await saveList(tx, owner, plans.donations, WRITERS.donations)
  await saveList(tx, owner, plans.discounts, WRITERS.discounts)
  await saveList(tx, owner, plans.questions, WRITERS.questions)
  if (types) await removeParts(tx, owner, types, WRITERS.types)
}

const saveList = async <Data>(
  tx: Transaction,
  owner: Owner,
  plan: PartPlan<Data> | null,
  writer: PartWriter<Data>,
): Promise<void> => {
  if (!plan) return
  await removeParts(tx, owner, plan, writer)
  await saveKept(tx, owner, plan, writer)
}

const removeParts = async (
  tx: Transaction,
  owner: Owner,
  { removed }: Pick<PartPlan<unknown>, 'removed'>,
  { table, keyColumn }: Pick<PartWriter<never>, 'table' | 'keyColumn'>,
): Promise<void> => {
  if (removed.length > 0) await tx.rows(removePartsSql({ ...owner, table, keyColumn }, removed))
}

const saveKept = async <Data>(
  tx: Transaction,
  owner: Owner,
  { removed, kept }: PartPlan<Data>,
  { table, keyColumn, save }: PartWriter<Data>,
): Promise<void> => {
  const key: PartsKey = { ...owner, table, keyColumn }
  await tx.rows(freeKeysSql(key, [...removed, ...kept.map(({ id }) => id)]))
  for (const [index, { id, data }] of kept.entries()) await save(tx, owner, id, { ...data, position: index + 1 })
}
