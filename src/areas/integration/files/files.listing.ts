import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { isInUseSql, usesOf } from '#kernel/records/uses'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { actorNameSql } from '#services/auth/actor-display'
import { fileOwners, uploaderOf } from '#services/files/file-owner'

const id = Prisma.sql`file.id`
const name = Prisma.sql`file.name`
const mediaType = Prisma.sql`file.media_type`
const sha256 = Prisma.sql`file.sha256`
const ownerKind = Prisma.sql`file.owner_kind`
const ownerId = Prisma.sql`file.owner_id`
const ownerName = Prisma.sql`owner.name`

/**
 * Returns the list of files that the caller can read, newest first.
 *
 * @param ownerName the name of the record that owns a file, an expression.
 */
export const fileList = (scope: Scope): List => {
  const createdBy = actorNameSql(scope, Prisma.sql`file.created_by`)
  return listOf(
    {
      from: Prisma.sql`stored_file file LEFT JOIN (${ownersSql(scope)}) owner
        ON owner.kind = file.owner_kind AND owner.id = file.owner_id`,
      tenant: Prisma.sql`file.tenant_id`,
      id,
      listed: Prisma.sql`file.state = 'ready' AND (owner.id IS NOT NULL OR ${ownUploadsSql(scope)})`,
      defaultOrder: 'FileId desc',
      searched: name,
      fields: {
        FileId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`file.audit_id`),
        Name: valueField('text', name),
        MediaType: valueField('text', mediaType),
        Size: valueField('bigint', Prisma.sql`file.size`),
        Sha256: valueField('text', sha256),
        OwnerKind: optionalField('text', ownerKind),
        OwnerId: optionalField('integer', ownerId),
        OwnerName: optionalField('text', ownerName),
        CreatedBy: optionalField('text', createdBy),
        CreatedDate: valueField('instant', Prisma.sql`file.created_at`),
        ExpiresDate: optionalField('instant', Prisma.sql`file.expires_at`),
      },
    },
    { Actions: actionsSql(scope) },
  )
}

/** Selects the records that own files and that the caller can read. */
const ownersSql = (scope: Scope): Sql => {
  const readable = fileOwners.entries().filter((owner) => hasGrant(scope, owner.scope))
  if (readable.length === 0)
    return Prisma.sql`SELECT NULL::text AS kind, NULL::integer AS id, NULL::text AS name WHERE false`
  return Prisma.join(
    readable.map(
      ({ kind, rows }) => Prisma.sql`SELECT ${kind}::text AS kind, o.id, o.name FROM (${rows(scope.db.tenantId)}) o`,
    ),
    ' UNION ALL ',
  )
}

/** Returns the condition of uploads that no record uses yet; `admin` sees those of everyone. */
const ownUploadsSql = (scope: Scope): Sql => {
  const uploader = uploaderOf(scope)
  const isOwn = uploader === null ? Prisma.empty : Prisma.sql`AND file.created_by = ${uploader}`
  return Prisma.sql`(file.owner_kind IS NULL ${isOwn})`
}

const actionsSql = (scope: Scope): Sql => {
  if (!hasGrant(scope, 'files:write')) return Prisma.sql`'["view","link"]'::json`
  const isInUse = isInUseSql(usesOf('file'), scope, id)
  return Prisma.sql`CASE WHEN file.owner_kind IS NOT NULL OR ${isInUse} THEN '["view","link"]'::json
    ELSE '["view","link","delete"]'::json END`
}
