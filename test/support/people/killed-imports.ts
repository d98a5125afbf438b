import type { Database } from '#kernel/database/database'

const row = (n: number): string => {
  const name = n % 40 === 0 ? n - 1 : n
  const email = n % 25 === 0 ? 'not an address' : `person${name}@post.example`
  return `Ana${name},Torres${name},${email},VIP,Circle ${Math.floor(n / 300)}`
}

/** A file of people: of each 40 rows, one has no valid address, and one is the duplicate of the row before. */
export const peopleCsv = (rows: number): string =>
  `First name,Last name,Email,Tags,Groups\n${Array.from({ length: rows }, (_, at) => row(at + 1)).join('\n')}\n`

/** How far the only import of a tenant has come. */
export const importedLines = async (database: Database, tenantId: number): Promise<number> =>
  (await database.system.importRun.findFirst({ where: { tenantId } }))?.lastLine ?? 0

/** What the only import of a tenant has made, in a form in which it equals that of another tenant. */
export const importResult = async ({ system }: Database, tenantId: number) => {
  const where = { tenantId }
  const [contacts, groups, refused] = await Promise.all([
    system.contact.findMany({
      where,
      select: { displayName: true, emailAddress: true, sortName: true },
      orderBy: { id: 'asc' },
    }),
    system.group.findMany({
      where,
      select: { name: true, _count: { select: { members: true } } },
      orderBy: { name: 'asc' },
    }),
    system.importRefusedRow.findMany({
      where,
      select: { line: true, reasons: true, fields: true },
      orderBy: { line: 'asc' },
    }),
  ])
  const counts = await Promise.all([
    system.contactTag.count({ where }),
    system.outboxEvent.count({ where: { ...where, kind: { in: ['contact.created', 'group.created'] } } }),
    system.auditEntry.count({ where: { ...where, entity: { in: ['contact', 'group'] } } }),
  ])
  const run = await system.importRun.findFirst({
    where,
    select: { imported: true, refused: true, rowsRead: true, groupsCreated: true, membersAdded: true, lastLine: true },
  })
  // The ids of possible duplicates differ between the tenants.
  const withoutIds = refused.map((one) => ({
    ...one,
    reasons: one.reasons.map((text) => text.replace(/contact \d+/, 'contact')),
  }))
  return { contacts, groups, counts, run, refused: withoutIds }
}
