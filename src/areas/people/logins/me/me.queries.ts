import { listChapterNames } from '#areas/people/chapters/chapters.queries'
import type { Credential } from '#kernel/http/caller'
import type { Scope } from '#kernel/tenancy/scope'
import type { Identity } from '#services/identity/identity'

/** The facts about a caller that the credential itself does not contain. */
export interface DescribedCaller {
  name: string
  email: string | null
  roleName: string | null
  application: { id: number; name: string; isGlobal: boolean } | null
  chapters: { id: number; name: string; canEdit: boolean }[] | null
}

/** Finds the names of the person, role, application and chapters of a credential. */
export const describeCaller = async (
  scope: Scope,
  credential: Credential,
  identity: Identity,
): Promise<DescribedCaller> => {
  const application = await identity.findApplication(credential)
  return {
    ...(await describePerson(scope, credential, identity, application?.name ?? '')),
    application: application ?? null,
    chapters: await describeChapters(scope),
  }
}

const describePerson = async (
  { db }: Scope,
  { kind, loginId, memberId, contactId }: Credential,
  identity: Identity,
  applicationName: string,
): Promise<Pick<DescribedCaller, 'name' | 'email' | 'roleName'>> => {
  const { tenantId } = db
  if (kind === 'login' && loginId !== null) {
    const seat = await identity.describeSeat({ tenantId, loginId })
    return { name: seat?.displayName ?? '', email: seat?.email ?? null, roleName: seat?.roleName ?? null }
  }
  if (kind === 'member' && memberId !== null && contactId !== null) {
    const login = await db.prisma.memberLogin.findFirst({
      where: { tenantId, id: memberId },
      select: { email: true, contact: { select: { displayName: true } } },
    })
    return { name: login?.contact.displayName ?? '', email: login?.email ?? null, roleName: null }
  }
  return { name: applicationName, email: null, roleName: null }
}

const describeChapters = async (scope: Scope): Promise<DescribedCaller['chapters']> => {
  const { chapters } = scope
  if (!chapters) return null
  const found = await listChapterNames(scope, chapters.readable)
  return found.map(({ id, name }) => ({ id, name, canEdit: chapters.editable.includes(id) }))
}
