import { hkdfSync } from 'node:crypto'

/**
 * The roles that the migrations create: for requests, with row-level security by tenant; for requests limited to
 * chapters, with row-level security by chapter as well; and for the kernel's own work.
 */
export type DatabaseRole = 'guildhall_app' | 'guildhall_chapter' | 'guildhall_system'

export const DATABASE_ROLES: readonly DatabaseRole[] = ['guildhall_app', 'guildhall_chapter', 'guildhall_system']

/** A database, and the key from which the names and passwords of its logins are derived. */
export interface DatabaseAddress {
  /** Connection string of the owner of the tables. */
  url: string
  /** 32 bytes, the same for every process of an installation. */
  loginKey: Uint8Array
}

/** The only member of a role, and a member of no other role. */
export interface DatabaseLogin {
  role: DatabaseRole
  name: string
  password: string
}

/**
 * Returns the login of a role. Logins belong to the whole server: each installation has its own, because the names are
 * derived from its secret as well.
 */
export const loginOf = (role: DatabaseRole, loginKey: Uint8Array): DatabaseLogin => ({
  role,
  name: `${role}_${derive(loginKey, 'names').toString('hex').slice(0, 12)}`,
  password: derive(loginKey, `password of ${role}`).toString('base64url'),
})

const derive = (loginKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', loginKey, '', `guildhall database ${purpose}`, 32))

/** Returns the connection string of a login: the last parameters replace the user and password of the owner. */
export const urlOfLogin = (url: string, { name, password }: DatabaseLogin): string =>
  `${url}${url.includes('?') ? '&' : '?'}user=${name}&password=${password}`

export const urlOfRole = (role: DatabaseRole, { url, loginKey }: DatabaseAddress): string =>
  urlOfLogin(url, loginOf(role, loginKey))

/** What PostgreSQL says of the user of a connection. */
export interface LoginFacts {
  session: string
  current: string
  isPowerful: boolean
  memberships: string[]
}

export const LOGIN_FACTS = `
  SELECT session_user::text AS session, current_user::text AS current,
    s.rolsuper OR s.rolbypassrls OR s.rolcreaterole OR s.rolreplication AS "isPowerful",
    ARRAY(SELECT r.rolname::text FROM pg_roles r WHERE r.oid <> s.oid AND pg_has_role(s.oid, r.oid, 'MEMBER')
      ORDER BY 1) AS memberships
  FROM pg_roles s WHERE s.rolname = session_user`

/** Describes why a connection does not have the rights of its role only; undefined if it does. */
export const findLoginFault = (facts: LoginFacts | undefined, { name, role }: DatabaseLogin): string | undefined => {
  if (facts?.session !== name || facts.current !== name) return `PostgreSQL did not accept the login ${name}.`
  if (facts.isPowerful)
    return (
      `The database login ${name} is more powerful than its role. Run as a superuser: ` +
      `ALTER ROLE ${name} NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOREPLICATION;`
    )
  const others = facts.memberships.filter((membership) => membership !== role)
  if (others.length > 0)
    return (
      `The database login ${name} is a member of ${others.join(', ')}. It must be a member of ${role} only: revoke ` +
      'the other memberships as a superuser.'
    )
  return facts.memberships.includes(role) ? undefined : `The database login ${name} is not a member of ${role}.`
}
