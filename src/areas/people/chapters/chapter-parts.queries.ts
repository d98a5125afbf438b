import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The chapters of the contact of row `c` (ContactChapterItem in the contract), the primary one first, then by name. */
export const contactChaptersJson: Sql = listJson(Prisma.sql`
  SELECT k.chapter_id AS "ChapterId", o.display_name AS "Name", k.is_primary AS "IsPrimary"
  FROM contact_chapter k
  JOIN chapter h ON h.tenant_id = k.tenant_id AND h.id = k.chapter_id
  JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
  WHERE k.tenant_id = c.tenant_id AND k.contact_id = c.id ORDER BY k.is_primary DESC, o.sort_name, k.chapter_id`)
