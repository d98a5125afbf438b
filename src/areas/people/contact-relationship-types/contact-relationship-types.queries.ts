import type { SqlRunner } from '#kernel/database/sql-runner'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import type { ContactRelationshipType } from '#prisma/client'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { relationshipTypeEvents } from './contact-relationship-types.events.ts'
import type { TypeData } from './contact-relationship-types.input.ts'
import type { SystemKind } from './contact-relationship-types.model.ts'

/** Selects another type of the same kind with this name, case-insensitive. */
const namesakeSql = (tenantId: number, { systemTypeId, name }: TypeData, id: number): Sql => Prisma.sql`
  SELECT name FROM contact_relationship_type WHERE tenant_id = ${tenantId}
    AND system_type_id = ${systemTypeId} AND lower(name) = lower(${name}) AND id <> ${id} LIMIT 1`

export const relationshipTypeKind: RecordKind<ContactRelationshipType> = {
  entity: 'contactrelationshiptype',
  noun: 'contact relationship type',
  table: 'contact_relationship_type',
  events: relationshipTypeEvents,
  find: (tx, key) => tx.contactRelationshipType.findFirst({ where: key }),
}

/** Returns a type; 404 if it does not exist. */
export const getRelationshipType = (scope: Scope, id: number): Promise<ContactRelationshipType> =>
  getRecord(scope, relationshipTypeKind, id)

/** Lists the types whose far side is of the kind, by name. */
export const listTypesTowards = async ({ db }: Scope, kind: SystemKind): Promise<ContactRelationshipType[]> => {
  const types = await db.prisma.contactRelationshipType.findMany({
    where: { tenantId: db.tenantId, systemTypeId: kind },
  })
  return types.sort(compareByName)
}

/** Finds another type of the same kind with this name, case-insensitive. */
export const findNamesake = async (
  { db }: Scope,
  tx: SqlRunner,
  data: TypeData,
  id: number,
): Promise<{ name: string } | undefined> => {
  const [other] = await tx.rows<{ name: string }>(namesakeSql(db.tenantId, data, id))
  return other
}
