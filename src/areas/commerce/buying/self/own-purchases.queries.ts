import { getMemberView, requireMember } from '#areas/people/member-logins/member-logins.queries'
import { readRows } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import { ownDownloadList, ownOrderList } from './own-purchases.listing.ts'

/** Reads the newest 1,000 orders of a member and of the contacts that it can act for. @throws 403 not-a-member. */
export const readOwnOrders = async (scope: Scope): Promise<string> => {
  const { contactIds } = await getMemberView(scope, requireMember(scope))
  return readRows(scope, ownOrderList(scope, contactIds))
}

/** Reads the newest 1,000 downloads of a member and of the contacts that it can act for. @throws 403 not-a-member. */
export const readOwnDownloads = async (scope: Scope): Promise<string> => {
  const { contactIds } = await getMemberView(scope, requireMember(scope))
  return readRows(scope, ownDownloadList(scope, contactIds))
}
