import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`own.id`
const name = Prisma.sql`own.name`

const signatureListing = ({ actor }: Pick<Scope, 'actor'>, user: Sql): Listing => ({
  from: Prisma.sql`signature own`,
  tenant: Prisma.sql`own.tenant_id`,
  id,
  listed: Prisma.sql`own.owner = ${actorName(actor)}`,
  defaultOrder: 'Name',
  fields: {
    SignatureId: valueField('integer', id),
    Name: valueField('text', name),
    User: optionalField('text', user),
  },
  searched: name,
})

/** Returns the list of the caller's signatures. `user` is the display name of the caller, who owns all of them. */
export const signatureList = (scope: Scope, user: string | null): List => {
  const userSql = Prisma.sql`${user}::text`
  return listOf(signatureListing(scope, userSql), { User: userSql })
}
