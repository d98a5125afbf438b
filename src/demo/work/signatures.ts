import { saveSignature } from '#areas/people/signatures/signatures.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Cast } from './cast.ts'
import { NEW } from './saving.ts'

/** Gives each member of the staff of the demonstration two signatures for mails, because a signature belongs to a login. */
export const loadSignatures = async (scope: Scope, cast: Cast): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const seats = await prisma.staff.findMany({
    where: { tenantId, contactId: { in: cast.staff } },
    select: { loginId: true, contactId: true, displayName: true },
    orderBy: { loginId: 'asc' },
  })
  for (const { loginId, contactId, displayName } of seats) {
    const own: Scope = { ...scope, actor: { kind: 'login', id: loginId, permissionId: 0, contactId } }
    const organization = scope.tenant.name
    const formal = `<p>Kind regards</p><p><strong>${textOf(displayName)}</strong><br>${textOf(organization)}<br>12 Harbor Street</p>`
    await saveSignature(own, 0, { Name: 'Letters', SignatureHtml: formal }, NEW)
    await saveSignature(own, 0, { Name: 'Short', SignatureHtml: `<p>${textOf(displayName)}</p>` }, NEW)
  }
}

const textOf = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
