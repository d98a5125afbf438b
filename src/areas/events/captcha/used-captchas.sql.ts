import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Deletes used captchas that expired before a time. Returns their number. */
export const deleteUsedCaptchasSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM used_captcha WHERE ctid = ANY (ARRAY (SELECT ctid FROM used_captcha
      WHERE expires_at < ${before}::timestamptz ORDER BY expires_at LIMIT ${limit}::integer))
    RETURNING 1
  ) SELECT count(*)::integer AS count FROM deleted`
