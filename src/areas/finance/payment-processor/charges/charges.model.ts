import { isLargeId } from '#kernel/database/ids'
import { ownValue } from '#kernel/lookups/own-value'
import { fromCents } from '#kernel/money/cents'
import { Prisma, type ProcessorCharge } from '#prisma/client'
import type { ChargeState } from '../payment-processor.port.ts'

/** Returns the reference that the processor returns with a charge: only that of the same tenant is followed. */
export const referenceOf = (tenantId: number, chargeId: number): string => `${tenantId}-${chargeId}`

/** Returns the charge of a reference; undefined if the reference is of another tenant, or none at all. */
export const parseChargeReference = (tenantId: number, reference: string | null): number | undefined => {
  const [, tenant, charge] = /^(\d{1,10})-(\d{1,16})$/.exec(reference ?? '') ?? []
  return Number(tenant) === tenantId && isLargeId(charge ?? '') ? Number(charge) : undefined
}

/** Returns the columns of a charge that the processor decides. */
export const columnsOf = (state: ChargeState) => ({
  uid: state.uid,
  authorizationUid: state.authorization,
  amountCaptured: fromCents(state.capturedCents),
  amountRefunded: fromCents(state.refundedCents),
  status: state.status,
  failureCode: state.failureCode,
  failureMessage: state.failureMessage,
  cardBrand: state.cardBrand,
  lastFour: state.lastFour,
})

/** Returns whether the state differs from what is stored. */
export const hasChanged = (charge: ProcessorCharge, state: ChargeState): boolean =>
  Object.entries(columnsOf(state)).some(([name, value]) => {
    const stored: unknown = ownValue(charge, name)
    return stored instanceof Prisma.Decimal ? stored.toFixed(2) !== value : stored !== value
  })
