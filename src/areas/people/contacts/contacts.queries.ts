import { listJson } from '#kernel/database/json-sql'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactActions } from './contact-actions.ts'
import { nameSql } from './value-lists.model.ts'

/** The documented list row over `c`: columns of its own row alone. */
export const contactRow = (scope: Scope): Sql => Prisma.sql`
  c.image_url AS "ImageUrl", c.image_description AS "ImageShortDescription", c.id AS "SelectionId",
  c.id AS "ContactId",
  CASE c.system_type_id WHEN 2 THEN c.id ELSE coalesce(c.primary_organization_id, 0) END AS "OrganizationContactId",
  c.system_type_id AS "SystemContactTypeId", ${nameSql('types', Prisma.sql`c.system_type_id`)} AS "ContactType",
  false AS "IsSelected", c.category_name AS "Type", c.display_name AS "Name",
  CASE c.system_type_id WHEN 2 THEN c.organization_name
    ELSE coalesce(nullif(concat_ws(' ', coalesce(c.first_name, c.common_name), c.last_name), ''), c.display_name)
  END AS "ContactName",
  c.status_id AS "MembershipStatusTypeId", ${nameSql('statuses', Prisma.sql`c.status_id`)} AS "Status",
  c.balance AS "Balance", c.primary_contact_name AS "PrimaryContact", c.parent_count AS "Parents",
  c.child_count AS "Children", c.email_status AS "EmailStatus", c.email_address AS "EmailAddress",
  c.phone AS "Phone", c.city AS "City", c.state_province AS "StateProvince",
  coalesce(c.country_id, 0) AS "CountryId", c.country_name AS "Country", c.role_count AS "ContactRoleCount",
  ${contactActions(scope)} AS "Actions", c.account_number AS "AccountNumber",
  c.id IS NOT DISTINCT FROM ${scope.tenant.organizationContactId}::integer AS "IsTenantOrgId",
  c.is_staff AS "IsTenantStaff"`

/**
 * The change feed: rows after a moment in the order (ModifiedDate, id), rows of equal time never cut apart, as JSON
 * text. The function reads how far nothing can be overtaken any more before it looks at the rows.
 */
export const readChanges = async ({ db }: Scope, modifiedSince: Date, top: number): Promise<string> =>
  (
    await db.rows<{ json: string | null }>(
      Prisma.sql`SELECT contact_changes(${modifiedSince.toISOString()}::timestamptz, ${top}::integer) AS json`,
    )
  )[0]?.json ?? '[]'

/** An answer about a contact, and whose it is: the winner's, where the contact asked for was merged into another. */
export interface Found<T> {
  found: T
  contactId: number
}

/**
 * Reads something of a contact that is there, or of the one that it was merged into. Three statements at most.
 *
 * @throws 404 where there is neither.
 */
export const followMerge = async <T>(
  scope: Scope,
  contactId: number,
  what: string,
  read: (contactId: number) => Promise<T | null>,
): Promise<Found<T>> => {
  const own = await read(contactId)
  if (own !== null) return { found: own, contactId }
  const winner = await findWinner(scope, contactId)
  const its = winner === null ? null : await read(winner)
  if (winner === null || its === null) throw notFound(what)
  return { found: its, contactId: winner }
}

/** Who a contact was merged into in the end; null where it was not. */
const findWinner = async ({ db }: Scope, contactId: number): Promise<number | null> => {
  const rows = await db.rows<{ id: number }>(Prisma.sql`
    WITH RECURSIVE step AS (
      SELECT c.merged_into_id AS id, 1 AS depth FROM contact c
      WHERE c.tenant_id = ${db.tenantId}::integer AND c.id = ${contactId}::integer AND c.deleted_at IS NOT NULL
      UNION ALL
      SELECT c.merged_into_id, s.depth + 1 FROM step s
      JOIN contact c ON c.tenant_id = ${db.tenantId}::integer AND c.id = s.id
      WHERE c.merged_into_id IS NOT NULL AND s.depth < 100)
    SELECT id FROM step WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1`)
  return rows[0]?.id ?? null
}

/** A list of what hangs on a contact, as text; null where the contact is not there. */
const partsOf = async ({ db }: Scope, contactId: number, parts: Sql): Promise<string | null> => {
  const [row] = await db.rows<{ json: string }>(Prisma.sql`SELECT ${parts}::text AS json FROM contact c
    WHERE c.tenant_id = ${db.tenantId}::integer AND c.id = ${contactId}::integer AND c.deleted_at IS NULL`)
  return row?.json ?? null
}

export const readWebsites = (scope: Scope, contactId: number) => partsOf(scope, contactId, WEBSITES)
export const readEmails = (scope: Scope, contactId: number) => partsOf(scope, contactId, EMAILS)
export const readAddresses = (scope: Scope, contactId: number) => partsOf(scope, contactId, ADDRESSES)

const WEBSITES = listJson(Prisma.sql`
  SELECT w.id AS "Id", w.url AS "Name", json_build_object('WebAddressTypeId', w.type_id) AS "ExtraData"
  FROM contact_website w WHERE w.tenant_id = c.tenant_id AND w.contact_id = c.id
  ORDER BY (w.id = c.primary_website_id) IS TRUE DESC, w.id`)

const EMAILS = listJson(Prisma.sql`
  SELECT e.id AS "Id", e.address AS "Name", e.type_id AS "EmailAddressTypeId"
  FROM contact_email e WHERE e.tenant_id = c.tenant_id AND e.contact_id = c.id
  ORDER BY (e.id = c.primary_email_id) IS TRUE DESC, e.id`)

const ADDRESSES = listJson(Prisma.sql`
  SELECT u.id AS "ContactAddressId", a.address1 AS "Address1", a.address2 AS "Address2", a.city AS "City",
    a.state_province AS "StateProvince", a.postal_code AS "PostalCode", coalesce(a.country_id, 0) AS "CountryId",
    u.id AS "Id",
    nullif(concat_ws(', ', nullif(a.address1, ''), nullif(a.address2, ''),
      nullif(concat_ws(' ', a.postal_code, a.city), ''), nullif(a.state_province, ''), y.name), '') AS "Name"
  FROM contact_address u JOIN address a ON a.tenant_id = u.tenant_id AND a.id = u.address_id
  LEFT JOIN country y ON y.id = a.country_id
  WHERE u.tenant_id = c.tenant_id AND u.contact_id = c.id
  ORDER BY (u.id = c.primary_address_id) IS TRUE DESC, u.id`)
