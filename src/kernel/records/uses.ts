import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { SqlRunner } from '../database/sql-runner.ts'
import { conflict } from '../errors/problem.ts'
import { register } from '../registers/register.ts'
import { hasGrant, type Scope } from '../tenancy/scope.ts'
import { runForWholeTenant } from '../tenancy/whole-tenant.ts'
import type { RecordKind, VersionedRecord } from './record-kind.ts'

/**
 * Records that reference a record of another kind, which therefore cannot be deleted. An area declares in `*.uses.ts`
 * what its records use.
 */
export interface RecordUse {
  /** The entity that is used: "group". */
  of: string
  /** What one user is called in problem details: "active workflow". */
  user: string
  /** Several of them: "active workflows". */
  users: string
  /** The scope that a caller needs to learn their names and ids: "workflows:read". */
  scope: string
  /** What the caller can do about it: "Deactivate the workflow first." */
  remedy: string
  /** SELECT used_id, id, name: all users of the tenant at a time, each with the record that it uses. Names can be null. */
  rows: (tenantId: number, now: Date) => Sql
}

/** What the records of each area use: those records cannot be deleted. */
export const recordUses = register<RecordUse>('uses of records')

/** Whose records are used, and when. */
type UsesScope = Pick<Scope, 'db' | 'clock'>

/** Users of one kind that a problem names at most. */
const MAX_NAMED = 5

/**
 * Rejects the deletion of a record that others use. Lock the record first, with the strength `update`, so that no new
 * reference to it can be written before the deletion commits.
 *
 * @throws 409 `in-use`. The detail and `users` name the users that the caller can read.
 */
export const requireUnused = async (
  scope: Scope,
  tx: SqlRunner,
  { entity, noun = entity }: Pick<RecordKind<never>, 'entity' | 'noun'>,
  { id }: Pick<VersionedRecord, 'id'>,
): Promise<void> => {
  const uses = usesOf(entity)
  if (uses.length === 0) return
  const statement = findUsersSql(uses, scope, id, MAX_NAMED + 1)
  const found = await runForWholeTenant(scope, tx, () => tx.rows<RecordUser>(statement))
  if (found.length === 0) return
  const parts = uses.flatMap((use, at) => {
    const users = found.filter((user) => user.use === at)
    return users.length === 0 ? [] : [{ use, users, isReadable: !scope.chapters && hasGrant(scope, use.scope) }]
  })
  const detail = `The ${noun} is in use by ${parts.map(describeUsers).join(', and by ')}.`
  const remedies = new Set(parts.map(({ use }) => use.remedy))
  throw conflict('in-use', [detail, ...remedies].join(' '), {
    users: parts.flatMap(({ use, users, isReadable }) =>
      isReadable ? users.slice(0, MAX_NAMED).map(({ id, name }) => ({ kind: use.user, id, name })) : [],
    ),
  })
}

/** Returns whether a record that `id` identifies, an expression, is in use. For the Actions of lists. */
export const isInUseSql = (uses: readonly RecordUse[], { db, clock }: UsesScope, id: Sql): Sql => {
  if (uses.length === 0) return Prisma.sql`false`
  const now = clock.now()
  const inUse = uses.map(
    ({ rows }) => Prisma.sql`EXISTS (SELECT FROM (${rows(db.tenantId, now)}) u WHERE u.used_id = ${id})`,
  )
  return Prisma.sql`(${Prisma.join(inUse, ' OR ')})`
}

/** Returns which of the records are in use, in one statement. For the Actions of records that Prisma has read. */
export const listIdsInUse = async (
  scope: UsesScope,
  { entity }: Pick<RecordKind<never>, 'entity'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await scope.db.rows<{
    id: number
  }>(Prisma.sql`SELECT wanted.id FROM unnest(${[...ids]}::integer[]) AS wanted(id)
    WHERE ${isInUseSql(usesOf(entity), scope, Prisma.sql`wanted.id`)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the uses that prevent the deletion of records of an entity. */
export const usesOf = (entity: string): RecordUse[] => recordUses.entries().filter(({ of }) => of === entity)

interface FoundUsers {
  use: RecordUse
  users: readonly RecordUser[]
  isReadable: boolean
}

const describeUsers = ({ use, users, isReadable }: FoundUsers): string => {
  const one = users.length === 1
  const names = users.slice(0, MAX_NAMED).flatMap(({ name }) => (name === null ? [] : [`"${name}"`]))
  const isMore = users.length > MAX_NAMED
  const count = isMore ? `more than ${MAX_NAMED}` : String(users.length)
  if (!isReadable || names.length === 0) return one ? `one ${use.user}` : `${count} ${use.users}`
  return `${one ? `the ${use.user}` : `the ${use.users}`} ${names.join(', ')}${isMore ? ' and others' : ''}`
}

/** A record that uses another one: a row of findUsersSql. */
interface RecordUser {
  /** The index of its use. */
  use: number
  id: number
  name: string | null
}

/** Finds up to `max` records of each use that reference the record. */
const findUsersSql = (uses: readonly RecordUse[], { db, clock }: UsesScope, id: number, max: number): Sql => {
  const now = clock.now()
  const found = uses.map(
    ({ rows }, use) => Prisma.sql`(SELECT DISTINCT ${use}::integer AS use, u.id, u.name
      FROM (${rows(db.tenantId, now)}) u WHERE u.used_id = ${id}::integer ORDER BY u.id LIMIT ${max}::integer)`,
  )
  return Prisma.sql`SELECT use, id, name FROM (${Prisma.join(found, ' UNION ALL ')}) f ORDER BY use, id`
}
