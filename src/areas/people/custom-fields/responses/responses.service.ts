import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf } from '#kernel/time/day'
import type { ValueChange } from '../values/value-plan.model.ts'
import { parseWritten, writeValue } from './responses.model.ts'

export { parseWritten, writeValue }

/** An order of an event. */
export interface ResponsesOwner {
  tenantId: number
  eventId: number
  orderId: number
}

/** The values that the payer, a sponsor or an exhibitor of an order gave. Without ids: the payer. */
export interface GivenValues {
  sponsorId?: number
  exhibitorId?: number
  values: readonly ValueChange[]
}

/** Replaces the values of an order. */
export const saveResponses = async (
  tx: Transaction,
  owner: ResponsesOwner,
  given: readonly GivenValues[],
): Promise<void> => {
  await tx.customFieldResponse.deleteMany({ where: { ...owner } })
  const data = given.flatMap(({ values, sponsorId = null, exhibitorId = null }) =>
    values.flatMap(({ field, rows }) =>
      rows.map(({ ordinal, textValue, numberValue, dateValue, refId }) => ({
        ...owner,
        sponsorId,
        exhibitorId,
        fieldId: field.id,
        ordinal,
        textValue,
        numberValue,
        refId,
        dateValue: dateValue === null ? null : dateOf(dateValue),
      })),
    ),
  )
  if (data.length > 0) await tx.customFieldResponse.createMany({ data })
}
