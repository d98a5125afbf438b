import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { PLACED } from '../custom-fields.model.ts'

const EDITION = Prisma.raw(String(PLACED.edition))

/** The object type whose records carry the values of field `f`: of a field of the edition, the one that it is for. */
export const carrierSql = Prisma.sql`(CASE WHEN f.object_type_id = ${EDITION} THEN f.search_object_type_id
  ELSE f.object_type_id END)`

/** Whether records of these object types carry field `f` now: of the edition, what is switched on. */
export const isCarriedSql = (objectTypes: readonly number[]): Sql => {
  const types = Prisma.raw(objectTypes.map(Number).join(', '))
  return Prisma.sql`(f.object_type_id IN (${types})
    OR f.object_type_id = ${EDITION} AND f.is_switched_on AND f.search_object_type_id IN (${types}))`
}
