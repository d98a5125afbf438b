import { findContent } from '#areas/integration/files/files.queries'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import type { StoredContent } from '#services/files/send-file'
import { shownImageSql } from './ad-delivery.sql.ts'

/** Returns the image of an ad that is active today. @throws 404. */
export const getShownImage = async (scope: Scope, adId: number, fileId: number): Promise<StoredContent> => {
  const { db } = scope
  const [shown] = await db.rows<{ fileId: number }>(shownImageSql(db.tenantId, todayOf(scope), adId, fileId))
  const content = shown ? await findContent(scope, shown.fileId) : null
  if (!content) throw notFound('image')
  return content
}
