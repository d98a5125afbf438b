import type { SiteInput } from '#contract/commerce/sites'
import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { changedPart } from '#services/tenant-log/changed-part'
import { parseDomains, parseSite } from './sites.input.ts'
import { readSite, siteKind } from './sites.queries.ts'

const MAX_SITES = 200

/**
 * Creates a site (id 0) or changes one. Names and domains are unique.
 *
 * @throws 400; 404; 409 stale-audit-id, duplicate; 412; 422 name-needed, too-many.
 */
export const saveSite = (
  scope: Scope,
  id: number,
  input: SiteInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, siteKind.table)
    const current = await lockForSave(scope, tx, siteKind, id, expected, 'no key update')
    if (!current) requireRoom(await tx.site.count({ where: { tenantId } }), MAX_SITES, 'tenant', 'sites')
    const data = parseSite(input, current)
    const hosts = parseDomains(input)
    const other = await tx.site.findFirst({ where: { tenantId, nameKey: data.nameKey, id: { not: id } } })
    requireUniqueName(siteKind, data.name, other)
    const saved = current
      ? await tx.site.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.site.create({ data: { ...data, tenantId } })
    const changes = hosts ? await replaceDomains(scope, tx, saved.id, hosts) : {}
    const details = { changes, payload: { name: saved.name } }
    await recordChange(scope, tx, changeOf(siteKind, saved, current ? 'updated' : 'created', details))
    return readSite(scope, saved.id, tx)
  })

/** Deletes a site without pages. @throws 404; 409 in-use; 412. */
export const deleteSite = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const site = await lockRecord(scope, tx, siteKind, id, expected)
    await requireUnused(scope, tx, siteKind, site)
    await tx.site.delete({ where: { tenantId_id: { tenantId: site.tenantId, id } } })
    const details = { payload: { name: site.name } }
    await recordChange(scope, tx, changeOf(siteKind, nextVersionOf(site), 'deleted', details))
  })

/** Domains that stay keep their ids. */
const replaceDomains = async (
  scope: Scope,
  tx: Transaction,
  siteId: number,
  hosts: string[],
): Promise<Prisma.InputJsonObject> => {
  const { tenantId } = scope.db
  const before = await tx.siteDomain.findMany({ where: { tenantId, siteId }, orderBy: { position: 'asc' } })
  const other = await tx.siteDomain.findFirst({ where: { tenantId, host: { in: hosts }, siteId: { not: siteId } } })
  if (other) throw conflict('duplicate', `Another site has the domain "${other.host}".`)
  await tx.siteDomain.deleteMany({ where: { tenantId, siteId, host: { notIn: hosts } } })
  for (const [position, host] of hosts.entries())
    await tx.siteDomain.upsert({
      where: { tenantId_host: { tenantId, host } },
      create: { tenantId, siteId, host, position },
      update: { position },
    })
  return changedPart(
    'Domains',
    before.map(({ host }) => host),
    hosts,
  )
}
