/** The addresses of the pages of a tenant's members. */
export interface MemberPaths {
  signIn: string
  link: string
  password: string
  sessions: string
  apps: string
  signOut: string
}

export const memberPaths = (tenantKey: string): MemberPaths => ({
  signIn: `/members/${tenantKey}/sign-in`,
  link: `/members/${tenantKey}/link`,
  password: `/members/${tenantKey}/password`,
  sessions: `/members/${tenantKey}/sessions`,
  apps: `/members/${tenantKey}/apps`,
  signOut: `/members/${tenantKey}/sign-out`,
})
