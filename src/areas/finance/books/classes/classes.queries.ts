import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { TransactionClass } from '#prisma/client'
import { transactionClassEvents } from '../books.events.ts'
import { transactionClassList } from './classes.listing.ts'
import { fullNameOf } from './classes.model.ts'

export const transactionClassKind: RecordKind<TransactionClass> = {
  entity: 'transactionclass',
  noun: 'transaction class',
  table: 'transaction_class',
  events: transactionClassEvents,
  find: (tx, { tenantId, id }) => tx.transactionClass.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a transaction class in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readTransactionClass = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, transactionClassList(scope), id, 'transaction class')

/** Returns all classes of the tenant by their ids. */
export const listClasses = async (models: Models, tenantId: number): Promise<Map<number, TransactionClass>> =>
  new Map((await models.transactionClass.findMany({ where: { tenantId } })).map((one) => [one.id, one]))

/** A class with its name after those of its parents. */
export interface NamedClass extends TransactionClass {
  fullName: string
}

/** Lists the classes by name. @param isActiveOnly whether to leave out inactive ones. */
export const listNamedClasses = async ({ db }: Scope, isActiveOnly: boolean): Promise<NamedClass[]> => {
  const classes = await listClasses(db.prisma, db.tenantId)
  return [...classes.values()]
    .filter(({ isActive }) => isActive || !isActiveOnly)
    .map((one) => ({ ...one, fullName: fullNameOf(classes, one.id) }))
    .sort(compareByName)
}

/** Lists the active classes by their full names. */
export const listClassChoices = async (scope: Scope): Promise<Choice[]> =>
  (await listNamedClasses(scope, true))
    .map(({ id, name, fullName }) => ({ id, name: fullName, extra: name }))
    .sort(compareByName)
