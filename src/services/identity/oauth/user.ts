/** A person that signs in: a member of staff, with one login for all tenants, or a member of one tenant. */
export type User = { kind: 'login'; id: number } | { kind: 'member'; id: number; tenantId: number }

/** The columns that identify the user of a code or token; both are null for client credentials. */
export interface UserColumns {
  loginId: number | null
  memberId: number | null
}

export const userColumns = (user: User | null): UserColumns => ({
  loginId: user?.kind === 'login' ? user.id : null,
  memberId: user?.kind === 'member' ? user.id : null,
})

/** Returns the user of a code or token; null for client credentials. */
export const userOf = ({ tenantId, loginId, memberId }: UserColumns & { tenantId: number }): User | null => {
  if (memberId !== null) return { kind: 'member', id: memberId, tenantId }
  return loginId === null ? null : { kind: 'login', id: loginId }
}

/** Returns the subject of access tokens: "login:3", "member:12". */
export const subjectOf = ({ kind, id }: User): string => `${kind}:${id}`
