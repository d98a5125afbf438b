import type { RecordKind } from '#kernel/records/record-kind'
import type { TransactionClass } from '#prisma/client'
import { transactionClassEvents } from './classes.events.ts'

export const transactionClassKind: RecordKind<TransactionClass> = {
  entity: 'transactionclass',
  noun: 'transaction class',
  table: 'transaction_class',
  events: transactionClassEvents,
  find: (tx, { tenantId, id }) => tx.transactionClass.findFirst({ where: { tenantId, id } }),
}
