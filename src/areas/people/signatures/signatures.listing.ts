import { containsTextSql } from '#kernel/listing/folded-text-sql'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`own.id`
const name = Prisma.sql`own.name`

const signatureListing = ({ actor }: Pick<Scope, 'actor'>): Listing => ({
  from: Prisma.sql`signature own`,
  tenant: Prisma.sql`own.tenant_id`,
  id,
  listed: Prisma.sql`own.owner = ${actorName(actor)}`,
  defaultOrder: 'Name',
  fields: {
    SignatureId: { type: 'integer', sql: id, order: [{ type: 'integer', sql: id }] },
    Name: { type: 'text', sql: name, order: [{ type: 'text', sql: name }] },
  },
  search: (tenantId, text) => ({
    found: Prisma.sql`SELECT own.id FROM signature own
      WHERE own.tenant_id = ${tenantId}::integer AND ${containsTextSql(name, text)}`,
  }),
})

/** The list of the caller's signatures. `user` is the display name of the caller, who owns all of them. */
export const signatureList = (scope: Scope, user: string | null): List => ({
  listing: signatureListing(scope),
  columns: Prisma.sql`own.id AS "SignatureId", own.name AS "Name", ${user}::text AS "User"`,
})
