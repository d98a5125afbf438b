import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** A paid cart cannot be submitted. */
export const paidCartRejected: FailureKind = {
  name: 'paidCartRejected',
  level: 'Error',
  logType: 'Payment',
  entityType: 'eventorder',
  meaning: 'A registration was paid on a page of the processor but cannot be submitted. Its authorization is released.',
  remedy: 'Contact the payer: nothing was collected, and no seat is registered.',
}
