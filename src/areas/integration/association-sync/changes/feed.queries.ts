import type { AssocChangeFeed } from '#contract/integration/association-sync'
import type { Scope } from '#kernel/tenancy/scope'
import { type FeedRow, feedSql } from './changes.sql.ts'
import { parseExcluded, parsePosition } from './feed.input.ts'

const MAX_CHANGES = 500

/**
 * Reads the changes after an instant or a cursor, oldest first.
 *
 * @param origin the caller's side, whose changes are left out; absent: only changes made here.
 * @throws 400; 422 too-old.
 */
export const readFeed = async (scope: Scope, text: string, origin: string | undefined): Promise<AssocChangeFeed> => {
  const { since, afterId, cursor } = parsePosition(text, scope.clock)
  const wanted = { since: since.toISOString(), afterId, excluded: parseExcluded(origin), wanted: MAX_CHANGES + 1 }
  const rows = await scope.db.rows<FeedRow>(feedSql(wanted))
  const page = rows.slice(0, MAX_CHANGES)
  const last = page.at(-1)
  return {
    Cursor: last ? `${last.at}~${last.id}` : cursor,
    HasMore: rows.length > MAX_CHANGES,
    Changes: page.map(presentChange),
  }
}

type PresentedChange = NonNullable<NonNullable<AssocChangeFeed['Changes']>[number]>

const presentChange = ({ at, transactionId, changeType, origin, contact }: FeedRow): PresentedChange => ({
  TransactionId: transactionId,
  OccurredDate: at,
  ChangeType: changeType as PresentedChange['ChangeType'],
  Origin: origin,
  Contact: contact as PresentedChange['Contact'],
})
