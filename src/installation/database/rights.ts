import type pg from 'pg'
import { DATABASE_ROLES as ROLES } from '#kernel/database/logins'
import type { Log } from '../embedded/log.ts'
import { DatabaseError, quoted } from './database-error.ts'
import { returnFunctions } from './function-owners.ts'

interface Rights {
  user: string
  database: string
  isMigrated: boolean
  canCreateRoles: boolean
  canCreateSchemas: boolean
  canCreateTables: boolean
  missingRoles: string[]
  /** Roles that exist and that the user may not act as. */
  closedRoles: string[]
  /** The owner of our tables, if the user lacks its rights. */
  foreignOwner: string | null
  /** Whether the roles have rights on the tables. */
  isGranted: boolean
}

/**
 * Reads only catalogs, which every user may read. Since version 16 a member of a role may act as it only with the option
 * SET, which is what counts here.
 */
const RIGHTS = `
  WITH ours AS (
    SELECT c.oid, c.relowner, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND (n.nspname = 'graphile_worker'
      OR n.nspname = 'public' AND c.relname IN ('_prisma_migrations', 'tenant', 'contact'))),
  role AS (SELECT wanted.name, r.oid FROM unnest($1::text[]) wanted (name) LEFT JOIN pg_roles r ON r.rolname = wanted.name)
  SELECT current_user AS "user", current_database() AS database,
    EXISTS (SELECT FROM ours WHERE relname = 'tenant') AS "isMigrated",
    (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS "canCreateRoles",
    has_database_privilege(current_database(), 'CREATE') AS "canCreateSchemas",
    coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false) AS "canCreateTables",
    ARRAY(SELECT name FROM role WHERE oid IS NULL ORDER BY name) AS "missingRoles",
    ARRAY(SELECT name FROM role WHERE oid IS NOT NULL AND NOT pg_has_role(oid,
      CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END) ORDER BY name) AS "closedRoles",
    (SELECT pg_get_userbyid(relowner) FROM ours WHERE NOT pg_has_role(relowner, 'USAGE') LIMIT 1) AS "foreignOwner",
    coalesce((SELECT has_table_privilege(role.oid, ours.oid, 'SELECT') FROM role, ours
      WHERE role.name = 'guildhall_app' AND ours.relname = 'contact'), true) AS "isGranted"`

/** Checks the rights that docs/operators.md lists. @throws DatabaseError with the statements that grant them */
export const requireRights = async (client: pg.Client, log: Log): Promise<void> => {
  const { rows } = await client.query<Rights>(RIGHTS, [ROLES])
  const rights = rows[0] as Rights
  const fault = ownershipFault(rights) ?? missingRolesFault(rights)
  if (fault !== undefined) throw new DatabaseError(fault)
  if (rights.closedRoles.length > 0) await joinRoles(client, rights)
  if (rights.isMigrated) await returnFunctions(client, log)
}

const ownershipFault = (rights: Rights): string | undefined => {
  const { user, database, foreignOwner, isMigrated } = rights
  if (foreignOwner !== null)
    return (
      `The tables of the database ${quoted(database)} belong to ${quoted(foreignOwner)}, and ${quoted(user)} may not ` +
      'change them. Connect as their owner, or restore the backup as docs/operators.md describes.'
    )
  if (isMigrated || (rights.canCreateSchemas && rights.canCreateTables)) return undefined
  const grant = rights.canCreateSchemas
    ? `GRANT CREATE ON SCHEMA public TO ${quoted(user)};`
    : `ALTER DATABASE ${quoted(database)} OWNER TO ${quoted(user)};`
  return `${quoted(user)} may not create tables in the database ${quoted(database)}. Run as a superuser: ${grant}`
}

const missingRolesFault = (rights: Rights): string | undefined => {
  const { user, isMigrated, missingRoles, canCreateRoles, isGranted } = rights
  if (isMigrated && (missingRoles.length > 0 || !isGranted))
    return (
      `The backup was restored without the rights of ${ROLES.join(', ')}. ` +
      'Restore it into a new database, as docs/operators.md describes.'
    )
  if (missingRoles.length === 0 || canCreateRoles) return undefined
  const creations = missingRoles.map((role) => `CREATE ROLE ${role} NOLOGIN;`).join(' ')
  return `${quoted(user)} may not create roles. Run as a superuser: ${creations} ${grantOf(rights)}`
}

/** A user that created a role, or administers roles, can grant it to itself. */
const joinRoles = async (client: pg.Client, rights: Rights): Promise<void> => {
  const { user, closedRoles } = rights
  try {
    await client.query(`GRANT ${closedRoles.join(', ')} TO CURRENT_USER`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    const what = `${quoted(user)} may not act as ${closedRoles.join(', ')}.`
    throw new DatabaseError(`${what} Run as a superuser: ${grantOf(rights)}`, error)
  }
}

const grantOf = ({ user }: Rights): string => `GRANT ${ROLES.join(', ')} TO ${quoted(user)};`
